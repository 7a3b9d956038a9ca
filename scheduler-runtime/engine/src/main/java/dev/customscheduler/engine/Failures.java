package dev.customscheduler.engine;

import dev.customscheduler.engine.SchedulerObserver.Result;
import dev.customscheduler.engine.attempts.AttemptLog;
import dev.customscheduler.engine.cache.ClusterCache;
import dev.customscheduler.engine.cycle.Nominator;
import dev.customscheduler.engine.queue.QueuedPodInfo;
import dev.customscheduler.engine.queue.SchedulingQueue;
import dev.customscheduler.framework.Clock;
import dev.customscheduler.framework.Cluster;
import dev.customscheduler.framework.Cluster.PodEvent;
import dev.customscheduler.framework.Cluster.Scheduled;
import dev.customscheduler.framework.Cluster.StatusPatch;
import dev.customscheduler.framework.Status;
import dev.customscheduler.framework.model.Pod;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What becomes of a pod whose attempt failed, in the scheduling cycle or in the binding cycle. */
final class Failures {
    private final ClusterCache cache;
    private final SchedulingQueue queue;
    private final Nominator nominator;
    private final AttemptLog attempts;
    private final StatusWriter statusWriter;
    private final Cluster cluster;
    private final Clock clock;
    private final SchedulerObserver observer;

    Failures(
            ClusterCache cache,
            SchedulingQueue queue,
            Nominator nominator,
            AttemptLog attempts,
            StatusWriter statusWriter,
            SchedulerOptions options) {
        this.cache = cache;
        this.queue = queue;
        this.nominator = nominator;
        this.attempts = attempts;
        this.statusWriter = statusWriter;
        this.cluster = options.cluster();
        this.clock = options.clock();
        this.observer = options.observer();
    }

    /** Puts a pod back that failed, and tells the cluster. */
    void fail(
            QueuedPodInfo info,
            Attempt attempt,
            Status status,
            @Nullable String nominatedNode,
            Set<String> rejectors,
            Set<String> pending) {
        String profile = attempt.runner.profile().name();
        boolean rejected = status.isRejected();
        observer.attempt(profile, rejected ? Result.UNSCHEDULABLE : Result.ERROR, clock.nanos() - attempt.start);
        if (!rejected) {
            observer.attemptFailed(attempt.pod.key(), status.message(), status.cause());
        }
        Pod pod = queue.pod(attempt.pod.uid());
        if (pod == null) {
            queue.done(attempt.pod.uid());
            attempts.settled(attempt.pod.uid());
            if (cache.pod(attempt.pod.uid()) == null) {
                cluster.event(
                        new PodEvent(attempt.pod, true, "FailedScheduling", "Scheduling", status.message(), profile));
            }
            return;
        }
        if (attempt.announced && pod.status().nominatedNodeName().isEmpty()) {
            // The watch has not brought what was written.
            pod = pod.withStatus(pod.status().withNominatedNodeName(attempt.pod.nodeName()));
        }
        if (nominatedNode != null) {
            if (nominatedNode.isEmpty()) {
                nominator.remove(pod.uid());
            } else {
                nominator.add(pod, nominatedNode);
            }
        }
        queue.failed(info, rejectors, pending);
        String message = status.message();
        cluster.event(new PodEvent(pod, true, "FailedScheduling", "Scheduling", message, profile));
        String reason = rejected ? "Unschedulable" : "SchedulerError";
        boolean known = pod.status().scheduledStatus().equals("False")
                && pod.status().scheduledReason().equals(reason)
                && pod.status().scheduledMessage().equals(message);
        boolean nominated =
                nominatedNode == null || nominatedNode.equals(pod.status().nominatedNodeName());
        if (!known || !nominated) {
            statusWriter.write(
                    pod,
                    new StatusPatch(
                            known ? null : new Scheduled(reason, message), nominated ? null : nominatedNode, null));
        }
    }
}
