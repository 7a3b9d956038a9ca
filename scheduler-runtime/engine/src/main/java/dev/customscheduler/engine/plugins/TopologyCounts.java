package dev.customscheduler.engine.plugins;

import dev.customscheduler.framework.model.Node;
import java.util.HashMap;
import java.util.Map;

/** Sums by topology key and value. A value whose sum falls to zero is gone. */
final class TopologyCounts {
    private final Map<String, Map<String, Long>> byKey = new HashMap<>();
    private final boolean keepZero;

    /** Without sums; {@code keepZero} keeps values whose sum is zero. */
    TopologyCounts(boolean keepZero) {
        this.keepZero = keepZero;
    }

    /** Adds to the node's value of {@code key}, if it has one. */
    void add(Node node, String key, long amount) {
        String value = node.labels().get(key);
        if (value == null) {
            return;
        }
        Map<String, Long> values = byKey.computeIfAbsent(key, k -> new HashMap<>());
        long sum = values.getOrDefault(value, 0L) + amount;
        if (sum == 0 && !keepZero) {
            values.remove(value);
            if (values.isEmpty()) {
                byKey.remove(key);
            }
        } else {
            values.put(value, sum);
        }
    }

    /** The sum at {@code value} of {@code key}. */
    long get(String key, String value) {
        Map<String, Long> values = byKey.get(key);
        return values == null ? 0 : values.getOrDefault(value, 0L);
    }

    boolean isEmpty() {
        return byKey.isEmpty();
    }

    /** The sum over all keys at the node's values. */
    long sum(Node node) {
        long sum = 0;
        for (Map.Entry<String, Map<String, Long>> e : byKey.entrySet()) {
            String value = node.labels().get(e.getKey());
            if (value != null) {
                sum += e.getValue().getOrDefault(value, 0L);
            }
        }
        return sum;
    }

    /** Whether the sum at one of the node's values is above zero. */
    boolean anyPositive(Node node) {
        for (Map.Entry<String, Map<String, Long>> e : byKey.entrySet()) {
            String value = node.labels().get(e.getKey());
            if (value != null && e.getValue().getOrDefault(value, 0L) > 0) {
                return true;
            }
        }
        return false;
    }

    TopologyCounts copy() {
        TopologyCounts c = new TopologyCounts(keepZero);
        byKey.forEach((key, values) -> c.byKey.put(key, new HashMap<>(values)));
        return c;
    }
}
