package dev.customscheduler.runtime.metrics;

import dev.customscheduler.framework.ClusterEvent;
import java.util.concurrent.atomic.LongAdder;

/** What is told of the scheduling queue, and of the events that move pods in it. */
final class QueueMetrics {
    private static final double NANOS = 1e-9;

    private final Children<LongAdder> incomingPods;
    private final Children<LongAdder> incomingEntities;
    private final Children<LongAdder> unschedulable;
    private final Levels inFlight;
    private final Histograms events;
    private final Histograms hints;
    private final LongAdder afterFlush;

    QueueMetrics(Registry registry) {
        Counters pods = registry.counters(
                "scheduler_queue_incoming_pods_total",
                "[STABLE] Pods that entered a queue, by event.",
                "event",
                "queue");
        Counters entities = registry.counters(
                "scheduler_queue_incoming_entities_total",
                "[ALPHA] Pods, and groups of pods, that entered a queue, by event.",
                "event",
                "queue",
                "type");
        Levels reasons = registry.levels(
                "scheduler_unschedulable_pods",
                "[BETA] Pods that wait, by the plugins that refused them; one counts for each of its plugins.",
                "plugin",
                "profile");
        this.incomingPods = new Children<>((queue, event) -> pods.with(event, queue));
        this.incomingEntities = new Children<>((queue, event) -> entities.with(event, queue, "pod"));
        this.unschedulable = new Children<>(reasons::with);
        this.inFlight = registry.levels(
                "scheduler_inflight_events", "[ALPHA] Events that are kept for pods that are being tried.", "event");
        this.events = registry.histograms(
                "scheduler_event_handling_duration_seconds",
                "[ALPHA] Time to take an event in and move the pods that it may help.",
                0.0001,
                2,
                12,
                "event");
        this.hints = registry.histograms(
                "scheduler_queueing_hint_execution_duration_seconds",
                "[ALPHA] Time of a plugin to say whether an event may help a pod.",
                0.00001,
                1.5,
                20,
                "event",
                "hint",
                "plugin");
        this.afterFlush = registry.counters(
                        "scheduler_pod_scheduled_after_flush_total",
                        "[ALPHA] Pods that were scheduled after no event had woken them for too long.")
                .with();
    }

    void queued(String queue, String event) {
        incomingPods.of(queue, event).increment();
        incomingEntities.of(queue, event).increment();
    }

    void unschedulable(String plugin, String profile, int change) {
        unschedulable.of(plugin, profile).add(change);
    }

    void inFlight(String event, int change) {
        inFlight.with(event).add(change);
    }

    void eventHandled(ClusterEvent event, long nanos) {
        events.with(event.label()).observe(nanos * NANOS);
    }

    void hint(String plugin, ClusterEvent event, String hint, long nanos) {
        hints.with(event.label(), hint, plugin).observe(nanos * NANOS);
    }

    void scheduledAfterFlush() {
        afterFlush.increment();
    }
}
