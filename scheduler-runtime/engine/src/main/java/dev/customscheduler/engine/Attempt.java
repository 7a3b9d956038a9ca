package dev.customscheduler.engine;

import dev.customscheduler.engine.cache.ClusterCache;
import dev.customscheduler.engine.cycle.ProfileRunner;
import dev.customscheduler.framework.CycleState;
import dev.customscheduler.framework.Status;
import dev.customscheduler.framework.model.Pod;

/** One attempt's belongings, from the scheduling cycle to the end of the binding cycle. */
final class Attempt {
    final ProfileRunner runner;
    final CycleState state = new CycleState();
    /** When it began, in the clock's nanoseconds. */
    final long start;

    /** With its node as soon as there is one. */
    Pod pod;

    /** Whether the node was written into the pod's status before the binding. */
    boolean announced;

    /** A Permit plugin's late rejection: the last that counts as the pod's not fitting. */
    Status refusal = Status.success();

    Attempt(ProfileRunner runner, Pod pod, long start) {
        this.runner = runner;
        this.pod = pod;
        this.start = start;
    }

    /**
     * Gives back what Reserve plugins and the cache hold for the pod on {@code node}.
     *
     * @return whether its place is free; false where the watch brought the pod with a node, whatever its binding said
     */
    boolean giveUp(String node, ClusterCache cache, SchedulerObserver observer) {
        for (RuntimeException e : runner.unreserve(state, pod, node)) {
            observer.error("Unreserve failed", pod.key(), e);
        }
        return cache.forget(pod);
    }

    /** Tells what came of an extension point that began at {@code since}, in nanoseconds. */
    void told(SchedulerObserver observer, String point, Status status, long since) {
        observer.extensionPoint(runner.profile().name(), point, status.code().name(), System.nanoTime() - since);
    }
}
