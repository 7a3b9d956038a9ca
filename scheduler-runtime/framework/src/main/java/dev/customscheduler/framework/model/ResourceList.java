package dev.customscheduler.framework.model;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Amounts by resource name, as an object states them: CPU in thousandths of a core, everything else in whole units,
 * fractions rounded up. A name that is absent is not the same as an amount of zero.
 */
public final class ResourceList {
    private static final ResourceList NONE = new ResourceList(new String[0], new long[0]);

    private final String[] names;
    private final long[] amounts;

    private ResourceList(String[] names, long[] amounts) {
        this.names = names;
        this.amounts = amounts;
    }

    /** The empty list. */
    public static ResourceList none() {
        return NONE;
    }

    /** A copy of {@code amounts}. */
    public static ResourceList of(Map<String, Long> amounts) {
        if (amounts.isEmpty()) {
            return NONE;
        }
        String[] names = new String[amounts.size()];
        long[] values = new long[amounts.size()];
        int i = 0;
        for (Map.Entry<String, Long> e : new TreeMap<>(amounts).entrySet()) {
            names[i] = e.getKey();
            values[i++] = e.getValue();
        }
        return new ResourceList(names, values);
    }

    /** The amount of {@code name}, 0 where absent. */
    public long get(String name) {
        int i = indexOf(name);
        return i < 0 ? 0 : amounts[i];
    }

    /** Whether {@code name} is stated. */
    public boolean has(String name) {
        return indexOf(name) >= 0;
    }

    /** The number of names. */
    public int size() {
        return names.length;
    }

    /** The name at {@code index}, in ascending order. */
    public String name(int index) {
        return names[index];
    }

    /** The amount at {@code index}. */
    public long amount(int index) {
        return amounts[index];
    }

    private int indexOf(String name) {
        for (int i = 0; i < names.length; i++) {
            if (names[i].equals(name)) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public boolean equals(@Nullable Object o) {
        return this == o
                || o instanceof ResourceList other
                        && Arrays.equals(names, other.names)
                        && Arrays.equals(amounts, other.amounts);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(names) + Arrays.hashCode(amounts);
    }

    @Override
    public String toString() {
        StringBuilder b = new StringBuilder("{");
        for (int i = 0; i < names.length; i++) {
            b.append(i == 0 ? "" : ", ").append(names[i]).append('=').append(amounts[i]);
        }
        return b.append('}').toString();
    }
}
