package dev.customscheduler.engine.extender;

/**
 * What came of asking an extender.
 *
 * @param <T> what it was asked for
 */
public sealed interface ExtenderReply<T> {

    /** It answered. */
    record Given<T>(T value) implements ExtenderReply<T> {}

    /**
     * It refused, could not be reached, took too long, or what it said makes no sense.
     *
     * @param message for the pod's event; names the extender
     */
    record Failed<T>(String message) implements ExtenderReply<T> {}
}
