package dev.customscheduler.engine;

import dev.customscheduler.engine.SchedulerObserver.Result;
import dev.customscheduler.engine.attempts.AttemptLog;
import dev.customscheduler.engine.attempts.NodeRefusals;
import dev.customscheduler.engine.cache.ClusterCache;
import dev.customscheduler.engine.cycle.FitMessage;
import dev.customscheduler.engine.cycle.PodsInPreBind;
import dev.customscheduler.engine.cycle.ProfileRunner;
import dev.customscheduler.engine.cycle.WaitingPods;
import dev.customscheduler.engine.extender.Extenders;
import dev.customscheduler.engine.queue.QueuedPodInfo;
import dev.customscheduler.engine.queue.SchedulingQueue;
import dev.customscheduler.framework.Clock;
import dev.customscheduler.framework.Cluster;
import dev.customscheduler.framework.Cluster.PodEvent;
import dev.customscheduler.framework.Cluster.StatusPatch;
import dev.customscheduler.framework.ClusterEvent;
import dev.customscheduler.framework.ClusterEvent.Action;
import dev.customscheduler.framework.ClusterEvent.Resource;
import dev.customscheduler.framework.Status;
import dev.customscheduler.framework.model.Pod;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What comes after a pod was assumed on a node, in the background while the next pods are tried. */
final class BindingCycle {
    private final ClusterCache cache;
    private final SchedulingQueue queue;
    private final WaitingPods waitingPods;
    private final PodsInPreBind podsInPreBind;
    private final Extenders extenders;
    private final AttemptLog attempts;
    private final StatusWriter statusWriter;
    private final Failures failures;
    private final Cluster cluster;
    private final Clock clock;
    private final SchedulerObserver observer;

    BindingCycle(
            ClusterCache cache,
            SchedulingQueue queue,
            WaitingPods waitingPods,
            PodsInPreBind podsInPreBind,
            Extenders extenders,
            AttemptLog attempts,
            StatusWriter statusWriter,
            Failures failures,
            SchedulerOptions options) {
        this.cache = cache;
        this.queue = queue;
        this.waitingPods = waitingPods;
        this.podsInPreBind = podsInPreBind;
        this.extenders = extenders;
        this.attempts = attempts;
        this.statusWriter = statusWriter;
        this.failures = failures;
        this.cluster = options.cluster();
        this.clock = options.clock();
        this.observer = options.observer();
    }

    /** Binds the pod, or puts it back and says why. */
    void run(QueuedPodInfo info, Attempt attempt, String node) {
        observer.goroutines("binding", 1);
        try {
            bindAndTell(info, attempt, node);
        } finally {
            observer.goroutines("binding", -1);
        }
    }

    private void bindAndTell(QueuedPodInfo info, Attempt attempt, String node) {
        Status status;
        try {
            status = bind(attempt, node, info);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            status = Status.error("", "the scheduler is stopping");
        } catch (RuntimeException e) {
            status = Status.error("", e);
        }
        long now = clock.nanos();
        if (status.isSuccess()) {
            queue.done(attempt.pod.uid());
            attempts.settled(attempt.pod.uid());
            observer.attempt(attempt.runner.profile().name(), Result.SCHEDULED, now - attempt.start);
            observer.scheduled(attempt.pod, node, info.attempts(), now - info.firstReady(now));
            if (info.wasFlushed()) {
                observer.scheduledAfterFlush();
            }
            return;
        }
        boolean free = attempt.giveUp(node, cache, observer);
        // The pod's own place, now free again, must not wake the pod itself.
        ClusterEvent freed = new ClusterEvent(Resource.ASSIGNED_POD, Action.DELETE);
        if (status.isRejected()) {
            Status refusal = attempt.refusal;
            boolean permit = refusal.isRejected();
            Status told = permit
                    ? Status.of(
                            refusal.code(),
                            refusal.plugin(),
                            FitMessage.of(1, "", List.of(refusal), Status.success(), ""))
                    : status;
            attempts.failed(attempt.pod.uid(), told.message(), true, "", NodeRefusals.of(Map.of(node, status)));
            failures.fail(info, attempt, told, "", permit ? Set.of(refusal.plugin()) : Set.of(), Set.of());
            if (free) {
                queue.event(freed, attempt.pod, null, other -> !other.uid().equals(attempt.pod.uid()));
            }
        } else {
            if (free) {
                queue.event(freed, attempt.pod, null);
            }
            attempts.failed(attempt.pod.uid(), status.message(), false, "", NodeRefusals.of(Map.of(node, status)));
            failures.fail(info, attempt, status, "", Set.of(), Set.of());
        }
    }

    /**
     * The binding cycle: from waiting for Permit to PostBind. A rejection by a Permit plugin is also left in the
     * attempt: it is the last that counts as the pod's not fitting.
     */
    Status bind(Attempt attempt, String node, @Nullable QueuedPodInfo info) throws InterruptedException {
        ProfileRunner runner = attempt.runner;
        Pod pod = attempt.pod;
        Status flight = runner.preBindPreFlight(attempt.state, pod, node);
        if (!flight.isSuccess() && !flight.isSkip()) {
            return flight;
        }
        if (flight.isSuccess() || waitingPods.get(pod.uid()) != null) {
            // The binding will take a while: others, such as an autoscaler, may know meanwhile where the pod goes.
            if (info != null && !node.equals(pod.status().nominatedNodeName())) {
                attempt.announced = true;
                statusWriter.writeNow(pod, new StatusPatch(null, node, null));
            }
        }
        long waitStart = clock.nanos();
        boolean waits = waitingPods.get(pod.uid()) != null;
        Status permitted = waitingPods.await(pod.uid());
        if (waits) {
            observer.permitWait(permitted.code().name(), clock.nanos() - waitStart);
        }
        if (!permitted.isSuccess()) {
            attempt.refusal = permitted.isRejected() ? permitted : Status.success();
            return permitted;
        }
        if (info != null) {
            queue.settled(pod.uid());
        }
        if (flight.isSuccess()) {
            podsInPreBind.begin(pod.uid());
        }
        try {
            return prepareAndBind(attempt, node);
        } finally {
            podsInPreBind.end(pod.uid());
        }
    }

    private Status prepareAndBind(Attempt attempt, String node) throws InterruptedException {
        ProfileRunner runner = attempt.runner;
        Pod pod = attempt.pod;
        long preparing = System.nanoTime();
        Status prepared = runner.preBind(attempt.state, pod, node);
        attempt.told(observer, "PreBind", prepared, preparing);
        if (!prepared.isSuccess()) {
            return prepared;
        }
        String cancelled = podsInPreBind.finish(pod.uid());
        if (!cancelled.isEmpty()) {
            return Status.error("", cancelled);
        }
        statusWriter.settle(pod.uid());
        long binding = System.nanoTime();
        Status bound = extenders.bind(pod, node);
        if (bound.isSkip()) {
            bound = runner.bind(attempt.state, pod, node);
        }
        attempt.told(observer, "Bind", bound, binding);
        if (bound.isSkip()) {
            return Status.error("", "no Bind plugin took the pod");
        }
        if (!bound.isSuccess()) {
            return bound;
        }
        String note = "Successfully assigned " + pod.key() + " to " + node;
        cluster.event(new PodEvent(
                pod, false, "Scheduled", "Binding", note, runner.profile().name()));
        for (RuntimeException e : runner.postBind(attempt.state, pod, node)) {
            observer.error("PostBind failed", pod.key(), e);
        }
        return Status.success();
    }
}
