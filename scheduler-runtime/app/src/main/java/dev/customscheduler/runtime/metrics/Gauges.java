package dev.customscheduler.runtime.metrics;

import java.util.List;
import java.util.function.DoubleSupplier;

/** A family of gauges, each of which is asked for its value when it is written. */
public final class Gauges extends Family<Gauges.Gauge> {

    /** One gauge. */
    public static final class Gauge {
        private volatile DoubleSupplier value = () -> 0;

        /** Says where the value comes from. */
        public void from(DoubleSupplier source) {
            this.value = source;
        }

        /** Sets a value that stays until the next one. */
        public void set(double fixed) {
            this.value = () -> fixed;
        }
    }

    Gauges(String name, String help, String... labelNames) {
        super(name, help, "gauge", List.of(labelNames), Gauge::new);
    }

    Gauges(boolean counter, String name, String help, String... labelNames) {
        super(name, help, counter ? "counter" : "gauge", List.of(labelNames), Gauge::new);
    }

    @Override
    void write(TextFormat out, List<String> labels, Gauge child) {
        out.sample(name(), labels, child.value.getAsDouble());
    }
}
