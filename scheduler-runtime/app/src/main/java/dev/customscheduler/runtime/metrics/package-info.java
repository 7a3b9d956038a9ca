/** Counters, gauges and histograms under kube-scheduler's names, written in Prometheus' text format. */
@NullMarked
package dev.customscheduler.runtime.metrics;

import org.jspecify.annotations.NullMarked;
