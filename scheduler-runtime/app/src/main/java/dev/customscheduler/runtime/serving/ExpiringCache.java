package dev.customscheduler.runtime.serving;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Remembers answers for a while, a thousand at most; the oldest goes first. */
final class ExpiringCache<K, V> {
    private static final int MAX = 1000;

    private final Map<K, Remembered<V>> entries = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<K, Remembered<V>> eldest) {
            return size() > MAX;
        }
    };

    private record Remembered<V>(V value, long until) {}

    synchronized @Nullable V get(K key) {
        Remembered<V> entry = entries.get(key);
        if (entry == null) {
            return null;
        }
        if (System.nanoTime() - entry.until() >= 0) {
            entries.remove(key);
            return null;
        }
        return entry.value();
    }

    synchronized void put(K key, V value, long nanos) {
        if (nanos > 0) {
            entries.remove(key);
            entries.put(key, new Remembered<>(value, System.nanoTime() + nanos));
        }
    }
}
