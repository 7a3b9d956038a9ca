package dev.customscheduler.runtime.metrics;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;

/**
 * The children of a family with two changing labels, found without allocating once they are known.
 *
 * @param <C> what a child is
 */
final class Children<C> {
    private final Map<String, Map<String, C>> known = new ConcurrentHashMap<>();
    private final BiFunction<String, String, C> maker;

    Children(BiFunction<String, String, C> maker) {
        this.maker = maker;
    }

    C of(String first, String second) {
        Map<String, C> bySecond = known.get(first);
        if (bySecond == null) {
            bySecond = known.computeIfAbsent(first, absent -> new ConcurrentHashMap<>());
        }
        C child = bySecond.get(second);
        return child == null ? bySecond.computeIfAbsent(second, absent -> maker.apply(first, absent)) : child;
    }
}
