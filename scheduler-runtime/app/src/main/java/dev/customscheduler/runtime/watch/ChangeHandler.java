package dev.customscheduler.runtime.watch;

/**
 * Told of each change of a kind, in order and on the reflector's one thread. An object that was deleted and made again
 * under its old name while nobody looked is a deletion and an addition.
 */
public interface ChangeHandler<T> {
    /**
     * An object is there.
     *
     * @param initial whether it came with the first list
     */
    void added(T object, boolean initial);

    /** An object changed. */
    void updated(T before, T after);

    /** An object is gone, or no longer selected; {@code last} is its last known state. */
    void deleted(T last);
}
