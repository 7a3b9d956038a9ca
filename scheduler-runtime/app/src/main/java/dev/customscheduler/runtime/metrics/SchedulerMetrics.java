package dev.customscheduler.runtime.metrics;

import dev.customscheduler.engine.SchedulerObserver;
import dev.customscheduler.framework.ClusterEvent;
import dev.customscheduler.framework.model.Pod;
import dev.customscheduler.runtime.logging.Klog;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * kube-scheduler's metrics, fed by the engine. Names, labels and bucket bounds are those of kube-scheduler 1.37; the
 * stable ones say so in their help, as its own do. Two more, {@code custom_scheduler_pending_pods} and
 * {@code custom_scheduler_scheduling_attempts}, are what dashboards for custom schedulers ask for.
 */
public final class SchedulerMetrics implements SchedulerObserver {
    private static final double NANOS = 1e-9;
    private static final int MANY_ATTEMPTS = 15;
    private static final Klog LOG = Klog.of("scheduler");

    private final Histograms podAttempts;
    private final Histograms customAttempts;
    private final Histograms sli;
    private final Histograms.Histogram algorithm;
    private final Histograms extensionPoints;
    private final QueueMetrics queue;
    private final Children<Children<Histograms.Histogram>> plugins;
    private final Levels goroutines;
    private final Counters evictions;
    private final Histograms evictionTimes;
    private final Histograms permitWait;
    private final Histograms.Histogram victims;
    private final LongAdder preemptions;
    private final Counters extenderFailures;
    private final Map<String, OfProfile> profiles = new HashMap<>();

    /** The children that one profile's attempts need, found once. */
    private static final class OfProfile {
        private final LongAdder[] attempts = new LongAdder[Result.values().length];
        private final Histograms.Histogram[] durations = new Histograms.Histogram[Result.values().length];
        private final Map<String, Map<String, Histograms.Histogram>> points = new ConcurrentHashMap<>();
    }

    /**
     * Registers everything.
     *
     * @param profileNames the profiles' scheduler names
     */
    public SchedulerMetrics(Registry registry, List<String> profileNames) {
        Counters attempts = registry.counters(
                "scheduler_schedule_attempts_total",
                "[STABLE] Attempts to schedule pods, by result: a pod that fits nowhere is unschedulable, a failure of"
                        + " the scheduler an error.",
                "profile",
                "result");
        Histograms durations = registry.histograms(
                "scheduler_scheduling_attempt_duration_seconds",
                "[STABLE] Time from taking a pod to its binding or its failure.",
                0.001,
                2,
                15,
                "profile",
                "result");
        for (String name : profileNames) {
            OfProfile profile = new OfProfile();
            for (Result result : Result.values()) {
                profile.attempts[result.ordinal()] = attempts.with(name, result.label());
                profile.durations[result.ordinal()] = durations.with(name, result.label());
            }
            profiles.put(name, profile);
        }
        this.algorithm = registry.histograms(
                        "scheduler_scheduling_algorithm_duration_seconds",
                        "[BETA] Time of the scheduling algorithm.",
                        0.001,
                        2,
                        15)
                .with();
        this.podAttempts = registry.histograms(
                "scheduler_pod_scheduling_attempts", "[STABLE] Attempts until a pod was scheduled.", 1, 2, 5);
        this.customAttempts = registry.histograms(
                "custom_scheduler_scheduling_attempts", "Attempts until a pod was scheduled.", 1, 2, 5);
        this.sli = registry.histograms(
                "scheduler_pod_scheduling_sli_duration_seconds",
                "[BETA] Time from a pod's entry into the queue to its binding, without the time it was gated.",
                0.01,
                2,
                20,
                "attempts");
        this.extensionPoints = registry.histograms(
                "scheduler_framework_extension_point_duration_seconds",
                "[STABLE] Time that all plugins of an extension point took.",
                0.0001,
                2,
                12,
                "extension_point",
                "profile",
                "status");
        this.queue = new QueueMetrics(registry);
        Histograms executions = registry.histograms(
                "scheduler_plugin_execution_duration_seconds",
                "[BETA] Time of a plugin at an extension point, of one cycle in ten.",
                0.00001,
                1.5,
                20,
                "extension_point",
                "plugin",
                "status");
        this.plugins = new Children<>(
                (point, plugin) -> new Children<>((status, none) -> executions.with(point, plugin, status)));
        this.goroutines =
                registry.levels("scheduler_goroutines", "[BETA] Threads at work, by what they do.", "operation");
        this.evictions = registry.counters(
                "scheduler_preemption_goroutines_execution_total",
                "[ALPHA] Evictions of the victims of a preemption, by whether all went well.",
                "result");
        this.evictionTimes = registry.histograms(
                "scheduler_preemption_goroutines_duration_seconds",
                "[ALPHA] Time of the evictions of a preemption.",
                0.01,
                2,
                20,
                "result");
        this.permitWait = registry.histograms(
                "scheduler_permit_wait_duration_seconds",
                "[BETA] Time spent waiting for permission.",
                0.001,
                2,
                15,
                "result");
        this.victims = registry.histograms(
                        "scheduler_preemption_victims", "[STABLE] Pods that a preemption chose as victims.", 1, 2, 7)
                .with();
        this.preemptions = registry.counters(
                        "scheduler_preemption_attempts_total", "[STABLE] How often a preemption was tried so far.")
                .with();
        this.extenderFailures = registry.counters(
                "custom_scheduler_extender_failures_total",
                "Calls of extenders that failed, by what was asked.",
                "extender",
                "verb");
    }

    @Override
    public void attempt(String profile, Result result, long nanos) {
        OfProfile children = profiles.get(profile);
        if (children != null) {
            children.attempts[result.ordinal()].increment();
            children.durations[result.ordinal()].observe(nanos * NANOS);
        }
    }

    @Override
    public void algorithm(long nanos) {
        algorithm.observe(nanos * NANOS);
    }

    @Override
    public void scheduled(Pod pod, String node, int attempts, long nanosSinceFirstAttempt) {
        podAttempts.with().observe(attempts);
        customAttempts.with().observe(attempts);
        String label = attempts >= MANY_ATTEMPTS ? MANY_ATTEMPTS + "+" : Integer.toString(attempts);
        sli.with(label).observe(nanosSinceFirstAttempt * NANOS);
        if (LOG.v(2)) {
            LOG.info("Successfully bound pod to node", "pod", pod.key(), "node", node, "attempts", attempts);
        }
    }

    @Override
    public void extensionPoint(String profile, String point, String status, long nanos) {
        OfProfile children = profiles.get(profile);
        if (children == null) {
            return;
        }
        Map<String, Histograms.Histogram> byStatus = children.points.get(point);
        if (byStatus == null) {
            byStatus = children.points.computeIfAbsent(point, absent -> new ConcurrentHashMap<>());
        }
        Histograms.Histogram histogram = byStatus.get(status);
        if (histogram == null) {
            histogram = byStatus.computeIfAbsent(status, absent -> extensionPoints.with(point, profile, status));
        }
        histogram.observe(nanos * NANOS);
    }

    @Override
    public void plugin(String plugin, String point, String status, long nanos) {
        plugins.of(point, plugin).of(status, "").observe(nanos * NANOS);
    }

    @Override
    public void goroutines(String operation, int change) {
        goroutines.with(operation).add(change);
    }

    @Override
    public void queued(String name, String event) {
        queue.queued(name, event);
    }

    @Override
    public void unschedulable(String plugin, String profile, int change) {
        queue.unschedulable(plugin, profile, change);
    }

    @Override
    public void inFlight(String event, int change) {
        queue.inFlight(event, change);
    }

    @Override
    public void eventHandled(ClusterEvent event, long nanos) {
        queue.eventHandled(event, nanos);
    }

    @Override
    public void queueingHint(String plugin, ClusterEvent event, String hint, long nanos) {
        queue.hint(plugin, event, hint, nanos);
    }

    @Override
    public void scheduledAfterFlush() {
        queue.scheduledAfterFlush();
    }

    @Override
    public void preemptionAttempt() {
        preemptions.increment();
    }

    @Override
    public void evictionEnded(boolean ok, long nanos) {
        String result = ok ? "success" : "error";
        evictions.with(result).increment();
        evictionTimes.with(result).observe(nanos * NANOS);
    }

    @Override
    public void permitWait(String result, long nanos) {
        permitWait.with(result).observe(nanos * NANOS);
    }

    @Override
    public void preemption(int victimCount) {
        victims.observe(victimCount);
    }

    @Override
    public void extenderFailed(String extender, String verb, String pod, String message, boolean ignored) {
        extenderFailures.with(extender, verb).increment();
        LOG.warn(
                ignored ? "An extender failed, going on without it" : "An extender failed",
                "extender",
                extender,
                "verb",
                verb,
                "pod",
                pod,
                "reason",
                message);
    }

    @Override
    public void attemptFailed(String pod, String message, @Nullable Throwable cause) {
        LOG.error(cause, "Error scheduling pod; retrying", "pod", pod, "status", message);
    }

    @Override
    public void error(String what, String pod, Throwable cause) {
        LOG.error(cause, what, "pod", pod);
    }
}
