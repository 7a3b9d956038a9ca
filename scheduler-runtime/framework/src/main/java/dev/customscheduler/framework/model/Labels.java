package dev.customscheduler.framework.model;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A small immutable string map: labels, a node selector. Keys and values lie side by side in one array, sorted by key.
 */
public final class Labels {
    private static final Labels NONE = new Labels(new String[0]);

    private final String[] pairs;
    private final int hash;

    private Labels(String[] pairs) {
        this.pairs = pairs;
        this.hash = Arrays.hashCode(pairs);
    }

    /** The empty map. */
    public static Labels none() {
        return NONE;
    }

    /** A copy of {@code map}. */
    public static Labels of(Map<String, String> map) {
        if (map.isEmpty()) {
            return NONE;
        }
        String[] pairs = new String[2 * map.size()];
        int i = 0;
        for (Map.Entry<String, String> e : new TreeMap<>(map).entrySet()) {
            pairs[i++] = e.getKey();
            pairs[i++] = e.getValue();
        }
        return new Labels(pairs);
    }

    /** The map of the given keys and values in turn. */
    public static Labels of(String... keysAndValues) {
        Map<String, String> map = new TreeMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            map.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return of(map);
    }

    /** The value of {@code key}, or null where the key is absent. */
    public @Nullable String get(String key) {
        for (int i = 0; i < pairs.length; i += 2) {
            if (pairs[i].equals(key)) {
                return pairs[i + 1];
            }
        }
        return null;
    }

    /** Whether {@code key} is present. */
    public boolean has(String key) {
        return get(key) != null;
    }

    /** The number of keys. */
    public int size() {
        return pairs.length / 2;
    }

    /** The key at {@code index}, in ascending order. */
    public String key(int index) {
        return pairs[2 * index];
    }

    /** The value at {@code index}. */
    public String value(int index) {
        return pairs[2 * index + 1];
    }

    /** Whether every key of this map has the same value in {@code other}. */
    public boolean isSubsetOf(Labels other) {
        for (int i = 0; i < pairs.length; i += 2) {
            if (!pairs[i + 1].equals(other.get(pairs[i]))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean equals(@Nullable Object o) {
        return this == o || o instanceof Labels other && hash == other.hash && Arrays.equals(pairs, other.pairs);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        StringBuilder b = new StringBuilder();
        for (int i = 0; i < pairs.length; i += 2) {
            b.append(i == 0 ? "" : ",").append(pairs[i]).append('=').append(pairs[i + 1]);
        }
        return b.toString();
    }
}
