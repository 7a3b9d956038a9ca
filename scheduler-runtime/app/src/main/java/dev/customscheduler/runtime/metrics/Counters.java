package dev.customscheduler.runtime.metrics;

import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** A family of counters. */
public final class Counters extends Family<LongAdder> {
    Counters(String name, String help, String... labelNames) {
        super(name, help, "counter", List.of(labelNames), LongAdder::new);
    }

    @Override
    void write(TextFormat out, List<String> labels, LongAdder child) {
        out.sample(name(), labels, child.sum());
    }
}
