package dev.customscheduler.framework;

/**
 * The key under which a plugin keeps something in the {@link CycleState}. Each instance is a key of its own: keep it in
 * a constant.
 *
 * @param <T> the type of what is kept
 */
public final class StateKey<T> {
    private final String name;

    private StateKey(String name) {
        this.name = name;
    }

    /** A new key; the name is for people only. */
    public static <T> StateKey<T> named(String name) {
        return new StateKey<>(name);
    }

    @Override
    public String toString() {
        return name;
    }
}
