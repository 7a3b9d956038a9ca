package dev.customscheduler.engine.queue;

import java.time.Duration;

/**
 * How the scheduling queue behaves.
 *
 * @param initialBackoff the first backoff of a pod
 * @param maxBackoff the longest; zero for none at all
 * @param maxInUnschedulable how long a pod that no event woke stays before it is tried again all the same
 * @param popFromBackoff whether an idle scheduler takes pods out of their backoff, the feature gate
 *     SchedulerPopFromBackoffQ
 */
public record QueueOptions(
        Duration initialBackoff, Duration maxBackoff, Duration maxInUnschedulable, boolean popFromBackoff) {
    /** kube-scheduler's {@code --pod-max-in-unschedulable-pods-duration} where it is not given. */
    public static final Duration DEFAULT_MAX_IN_UNSCHEDULABLE = Duration.ofMinutes(5);

    /** The backoffs as given, all else as kube-scheduler has it. */
    public static QueueOptions of(Duration initialBackoff, Duration maxBackoff) {
        return new QueueOptions(initialBackoff, maxBackoff, DEFAULT_MAX_IN_UNSCHEDULABLE, true);
    }
}
