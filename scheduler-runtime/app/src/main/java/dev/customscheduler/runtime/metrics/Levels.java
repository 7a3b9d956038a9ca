package dev.customscheduler.runtime.metrics;

import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** A family of gauges that go up and down by what is added. */
public final class Levels extends Family<LongAdder> {
    Levels(String name, String help, String... labelNames) {
        super(name, help, "gauge", List.of(labelNames), LongAdder::new);
    }

    @Override
    void write(TextFormat out, List<String> labels, LongAdder child) {
        out.sample(name(), labels, child.sum());
    }
}
