package dev.customscheduler.engine;

import dev.customscheduler.framework.ClusterEvent;
import dev.customscheduler.framework.model.Pod;
import org.jspecify.annotations.Nullable;

/**
 * What a scheduler tells of its work, for metrics and logs. Calls come from the scheduling thread, from binding threads
 * and from the thread that feeds events; they must be quick and must not call back. Durations are nanoseconds. All
 * methods do nothing by default.
 */
public interface SchedulerObserver {
    /** Tells nobody. */
    SchedulerObserver NONE = new SchedulerObserver() {};

    /** The names of kube-scheduler's {@code result} label. */
    enum Result {
        /** The pod was bound. */
        SCHEDULED("scheduled"),
        /** No node fits. */
        UNSCHEDULABLE("unschedulable"),
        /** Something failed. */
        ERROR("error");

        private final String label;

        Result(String label) {
            this.label = label;
        }

        /** The value of the metric's label. */
        public String label() {
            return label;
        }
    }

    /** An attempt ended: bound, or given up. */
    default void attempt(String profile, Result result, long nanos) {}

    /** The scheduling cycle, without binding, of one attempt ended. */
    default void algorithm(long nanos) {}

    /** A pod was bound at last, after so many attempts and so much time since it was first tried. */
    default void scheduled(Pod pod, String node, int attempts, long nanosSinceFirstAttempt) {}

    /** An extension point ran, all its plugins together. */
    default void extensionPoint(String profile, String point, String status, long nanos) {}

    /**
     * A pod entered a queue ({@code active}, {@code backoff}, {@code unschedulable}) because of an event; the gated are
     * among the unschedulable.
     */
    default void queued(String queue, String event) {}

    /** A plugin answered at an extension point; one cycle of ten is told. */
    default void plugin(String plugin, String point, String status, long nanos) {}

    /** So many more, or fewer, threads are at work on something, for example {@code binding}. */
    default void goroutines(String operation, int change) {}

    /** So many pods more, or fewer, that a plugin refused wait in a queue. */
    default void unschedulable(String plugin, String profile, int change) {}

    /**
     * So many more, or fewer, events are kept for pods that are being tried; the pods themselves are {@code PodPopped}.
     */
    default void inFlight(String event, int change) {}

    /** A plugin was asked whether an event may help a pod: {@code Queue}, {@code QueueSkip} or {@code Error}. */
    default void queueingHint(String plugin, ClusterEvent event, String hint, long nanos) {}

    /** An event of the cluster has been dealt with. */
    default void eventHandled(ClusterEvent event, long nanos) {}

    /** A pod was bound that no event had woken for too long. */
    default void scheduledAfterFlush() {}

    /** A pod that waited for Permit plugins stopped waiting. */
    default void permitWait(String result, long nanos) {}

    /** A preemption plugin was asked. */
    default void preemptionAttempt() {}

    /** The victims of a preemption have been asked to go, or one of them could not be. */
    default void evictionEnded(boolean ok, long nanos) {}

    /** Preemption chose a node with so many victims. */
    default void preemption(int victims) {}

    /**
     * An extender failed a pod.
     *
     * @param extender its URL
     * @param verb what it was asked to do: filter, prioritize, preempt or bind
     * @param ignored whether the pod went on without it
     */
    default void extenderFailed(String extender, String verb, String pod, String message, boolean ignored) {}

    /**
     * An attempt failed for a reason that is not that the pod does not fit, and will be repeated. For the log.
     *
     * @param message what the pod's event says
     * @param cause what was thrown, if anything was
     */
    default void attemptFailed(String pod, String message, @Nullable Throwable cause) {}

    /** A failure that is not the pod's fault; {@code pod} is empty where there is none. For the log. */
    default void error(String what, String pod, Throwable cause) {}
}
