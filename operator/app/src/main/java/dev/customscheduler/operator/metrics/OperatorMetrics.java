package dev.customscheduler.operator.metrics;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.api.monitoring.Metrics;
import io.javaoperatorsdk.operator.processing.event.Event;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The operator's counters in Prometheus' format. The framework's own implementation labels every series with the
 * resource, which grows without bound; here the labels are outcomes and reasons from short fixed lists.
 */
public final class OperatorMetrics implements Metrics {
    private static final String PREFIX = "customscheduler.operator.";

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final AtomicInteger leading = new AtomicInteger();

    /** Makes a registry of its own with the process's memory, threads and CPU in it. */
    public OperatorMetrics() {
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        registry.gauge(PREFIX + "leader", leading);
    }

    /**
     * Everything counted so far.
     *
     * @return the text of a scrape
     */
    public String scrape() {
        return registry.scrape();
    }

    /**
     * Says whether this replica reconciles.
     *
     * @param leader true while it does
     */
    public void leading(boolean leader) {
        leading.set(leader ? 1 : 0);
    }

    /**
     * Counts a write to the cluster.
     *
     * @param kind the kind of the object written
     * @param verb apply, delete or status
     * @param outcome ok, or the HTTP status of the refusal
     */
    public void write(String kind, String verb, String outcome) {
        registry.counter(PREFIX + "writes", "kind", kind, "verb", verb, "outcome", outcome)
                .increment();
    }

    /**
     * Counts a reconciliation that ended with the resource not ready.
     *
     * @param reason a reason of the fixed list
     */
    public void notReady(String reason) {
        registry.counter(PREFIX + "not.ready", "reason", reason).increment();
    }

    @Override
    public void receivedEvent(Event event, Map<String, Object> metadata) {
        registry.counter(PREFIX + "events").increment();
    }

    @Override
    public void failedReconciliation(HasMetadata resource, Exception exception, Map<String, Object> metadata) {
        String reason = exception instanceof KubernetesClientException e ? "http_" + e.getCode() : "internal";
        registry.counter(PREFIX + "reconcile.failures", "reason", reason).increment();
    }

    @Override
    public <T> T timeControllerExecution(ControllerExecution<T> execution) throws Exception {
        var sample = Timer.start(registry);
        String outcome = "error";
        try {
            T result = execution.execute();
            outcome = "ok";
            return result;
        } finally {
            sample.stop(registry.timer(PREFIX + "reconcile.duration", "outcome", outcome));
        }
    }
}
