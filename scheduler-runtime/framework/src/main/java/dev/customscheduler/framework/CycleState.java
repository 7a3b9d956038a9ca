package dev.customscheduler.framework;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What plugins note down for one attempt to schedule one pod: PreFilter writes, Filter reads, from several threads at
 * once. Writing is for the extension points that run once per pod; the scheduler runs those one after another.
 */
public final class CycleState {

    /** A value of the state that a simulated eviction must not share with the real attempt. */
    public interface Copyable {
        /** A copy that can be changed without changing this. */
        Object copy();
    }

    private StateKey<?>[] keys = new StateKey<?>[8];
    private Object[] values = new Object[8];
    private int size;

    /** An empty state. */
    public CycleState() {}

    /** Keeps {@code value} under {@code key}, in place of what was there. */
    public <T> void write(StateKey<T> key, T value) {
        for (int i = 0; i < size; i++) {
            if (keys[i] == key) {
                values[i] = value;
                return;
            }
        }
        if (size == keys.length) {
            keys = Arrays.copyOf(keys, 2 * size);
            values = Arrays.copyOf(values, 2 * size);
        }
        keys[size] = key;
        values[size++] = value;
    }

    /** What is kept under {@code key}, or null. */
    @SuppressWarnings("unchecked") // write() puts only a T under a StateKey<T>
    public <T> @Nullable T read(StateKey<T> key) {
        for (int i = 0; i < size; i++) {
            if (keys[i] == key) {
                return (T) values[i];
            }
        }
        return null;
    }

    /**
     * What is kept under {@code key}.
     *
     * @throws IllegalStateException where nothing is: the extension point that writes it did not run
     */
    public <T> T require(StateKey<T> key) {
        return require(key, "reading");
    }

    /**
     * What is kept under {@code key}.
     *
     * @param doing what the message begins with, which users see of a profile that runs a plugin at one extension point
     *     without the one before
     * @throws IllegalStateException where nothing is: the extension point that writes it did not run
     */
    public <T> T require(StateKey<T> key, String doing) {
        T value = read(key);
        if (value == null) {
            throw new IllegalStateException(doing + " \"" + key + "\" from cycleState: not found");
        }
        return value;
    }

    /** A state with the same values, those that are {@link Copyable} copied. */
    public CycleState copy() {
        CycleState c = new CycleState();
        c.keys = keys.clone();
        c.values = values.clone();
        c.size = size;
        for (int i = 0; i < size; i++) {
            if (c.values[i] instanceof Copyable v) {
                c.values[i] = v.copy();
            }
        }
        return c;
    }
}
