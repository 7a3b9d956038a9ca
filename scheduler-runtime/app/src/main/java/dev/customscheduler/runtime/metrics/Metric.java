package dev.customscheduler.runtime.metrics;

/** A family of samples under one name that can write itself in Prometheus' text format 0.0.4. */
interface Metric {
    /** The family's name. */
    String name();

    /** Appends HELP, TYPE and all samples. */
    void write(TextFormat out);
}
