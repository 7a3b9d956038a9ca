package dev.customscheduler.engine.decode;

import org.jspecify.annotations.Nullable;

/**
 * Keeps one instance of equal values, so that thousands of objects share their strings. It forgets: a slot holds what
 * came last, so the memory is bounded whatever comes.
 *
 * @param <T> the type of the values, with equals and hashCode
 */
final class Canonical<T> {
    private final @Nullable Object[] slots;

    /** A table of {@code size} slots, a power of two. */
    Canonical(int size) {
        slots = new @Nullable Object[size];
    }

    @SuppressWarnings("unchecked") // only values of type T are stored
    T of(T value) {
        int h = value.hashCode();
        int i = (h ^ h >>> 16) & (slots.length - 1);
        Object kept = slots[i];
        if (kept != null && value.equals(kept)) {
            return (T) kept;
        }
        slots[i] = value;
        return value;
    }
}
