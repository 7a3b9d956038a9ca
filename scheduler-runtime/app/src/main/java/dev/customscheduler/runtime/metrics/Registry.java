package dev.customscheduler.runtime.metrics;

import java.util.concurrent.ConcurrentSkipListMap;

/** All metrics of the process, in order of name. A name is registered once; a second time is a bug. */
public final class Registry {
    private final ConcurrentSkipListMap<String, Metric> metrics = new ConcurrentSkipListMap<>();

    /** Registers counters. */
    public Counters counters(String name, String help, String... labelNames) {
        return add(new Counters(name, help, labelNames));
    }

    /** Registers gauges. */
    public Gauges gauges(String name, String help, String... labelNames) {
        return add(new Gauges(name, help, labelNames));
    }

    /** Registers gauges that go up and down by what is added. */
    public Levels levels(String name, String help, String... labelNames) {
        return add(new Levels(name, help, labelNames));
    }

    /** Registers counters that are asked for their value when they are written. */
    public Gauges askedCounters(String name, String help, String... labelNames) {
        return add(new Gauges(true, name, help, labelNames));
    }

    /** Registers histograms with exponential bounds. */
    public Histograms histograms(
            String name, String help, double start, double factor, int count, String... labelNames) {
        return add(new Histograms(name, help, Histograms.exponential(start, factor, count), labelNames));
    }

    private <M extends Metric> M add(M metric) {
        if (metrics.putIfAbsent(metric.name(), metric) != null) {
            throw new IllegalArgumentException(metric.name() + " is registered already");
        }
        return metric;
    }

    /** Everything, in Prometheus' text format. */
    public byte[] write() {
        TextFormat out = new TextFormat();
        for (Metric metric : metrics.values()) {
            metric.write(out);
        }
        return out.bytes();
    }
}
