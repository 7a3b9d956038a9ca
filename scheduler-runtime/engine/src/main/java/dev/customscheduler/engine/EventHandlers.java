package dev.customscheduler.engine;

import com.fasterxml.jackson.databind.JsonNode;
import dev.customscheduler.engine.attempts.AttemptLog;
import dev.customscheduler.engine.cache.ClusterCache;
import dev.customscheduler.engine.cycle.Nominator;
import dev.customscheduler.engine.cycle.WaitingPods;
import dev.customscheduler.engine.objects.ClusterObjects;
import dev.customscheduler.engine.queue.Changes;
import dev.customscheduler.engine.queue.SchedulingQueue;
import dev.customscheduler.framework.ClusterEvent;
import dev.customscheduler.framework.ClusterEvent.Action;
import dev.customscheduler.framework.ClusterEvent.Resource;
import dev.customscheduler.framework.WaitingPod;
import dev.customscheduler.framework.model.Node;
import dev.customscheduler.framework.model.Pod;
import java.io.IOException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Takes the cluster's changes: into the cache or the queue, and to the pods that wait for them. The methods are those
 * of {@link Scheduler}, which says what they promise.
 */
final class EventHandlers {
    private final ClusterCache cache;
    private final ClusterObjects objects;
    private final Nominator nominator;
    private final SchedulingQueue queue;
    private final WaitingPods waitingPods;
    private final AttemptLog attempts;
    private final SchedulerObserver observer;
    private final Predicate<Pod> responsible;

    EventHandlers(
            ClusterCache cache,
            ClusterObjects objects,
            Nominator nominator,
            SchedulingQueue queue,
            WaitingPods waitingPods,
            AttemptLog attempts,
            SchedulerObserver observer,
            Predicate<Pod> responsible) {
        this.cache = cache;
        this.objects = objects;
        this.nominator = nominator;
        this.queue = queue;
        this.waitingPods = waitingPods;
        this.attempts = attempts;
        this.observer = observer;
        this.responsible = responsible;
    }

    void putNode(Node node) {
        long start = System.nanoTime();
        Node before = cache.putNode(node);
        if (before == null) {
            tell(new ClusterEvent(Resource.NODE, Action.ADD), null, node, start);
            return;
        }
        for (ClusterEvent e : Changes.between(before, node)) {
            tell(e, before, node, start);
        }
    }

    void removeNode(String name) {
        long start = System.nanoTime();
        Node before = cache.removeNode(name);
        if (before != null) {
            tell(new ClusterEvent(Resource.NODE, Action.DELETE), before, null, start);
        }
    }

    void putPod(Pod pod) {
        if (pod.status().isTerminal()) {
            removePod(pod.uid());
        } else if (pod.isAssigned()) {
            long start = System.nanoTime();
            boolean confirms = cache.isAssumed(pod.uid());
            boolean waited = confirms || queue.pod(pod.uid()) != null;
            Pod before = cache.putPod(pod);
            queue.remove(pod.uid());
            nominator.remove(pod.uid());
            if (before == null || confirms) {
                tell(new ClusterEvent(Resource.ASSIGNED_POD, Action.ADD), null, pod, start);
                if (waited) {
                    handled(new ClusterEvent(Resource.UNSCHEDULED_POD, Action.DELETE), start);
                }
            } else if (before != pod) {
                for (ClusterEvent e : Changes.between(before, pod, Resource.ASSIGNED_POD)) {
                    tell(e, before, pod, start);
                }
                handled(new ClusterEvent(Resource.ASSIGNED_POD, Action.UPDATE), start);
            }
        } else if (responsible.test(pod)) {
            putPending(pod);
        }
    }

    private void putPending(Pod pod) {
        long start = System.nanoTime();
        Pod before = queue.pod(pod.uid());
        if (before != null && isSame(before, pod)) {
            return;
        }
        if (cache.isAssumed(pod.uid())) {
            queue.refresh(pod);
            if (pod.isTerminating()) {
                takeBack(pod.uid());
            }
        } else {
            enqueue(before, pod);
        }
        handled(new ClusterEvent(Resource.UNSCHEDULED_POD, before == null ? Action.ADD : Action.UPDATE), start);
        if (before != null) {
            for (ClusterEvent e : Changes.between(before, pod, Resource.UNSCHEDULED_POD)) {
                if (e.actions() != Action.UPDATE_OTHER) {
                    handled(e, start);
                }
            }
        }
    }

    private void enqueue(@Nullable Pod before, Pod pod) {
        if (!pod.status().nominatedNodeName().isEmpty()) {
            nominator.add(pod, pod.status().nominatedNodeName());
        } else {
            nominator.update(pod);
        }
        queue.put(pod);
        if (before != null
                && !before.status().nominatedNodeName().equals(pod.status().nominatedNodeName())) {
            freeNomination(before);
        }
    }

    private static boolean isSame(Pod a, Pod b) {
        String version = a.metadata().resourceVersion();
        return !version.isEmpty() && version.equals(b.metadata().resourceVersion());
    }

    /**
     * A pod without a node gave up the node that it was nominated to: to pods that are no more important than it, this
     * is as if it had been there and was deleted.
     */
    private void freeNomination(Pod before) {
        if (!before.status().nominatedNodeName().isEmpty()) {
            ClusterEvent freed = new ClusterEvent(Resource.ASSIGNED_POD, Action.DELETE);
            queue.event(freed, before, null, other -> other.priority() <= before.priority());
        }
    }

    private void tell(ClusterEvent event, @Nullable Object before, @Nullable Object after, long start) {
        queue.event(event, before, after);
        handled(event, start);
    }

    private void handled(ClusterEvent event, long start) {
        observer.eventHandled(event, System.nanoTime() - start);
    }

    void removePod(String uid) {
        long start = System.nanoTime();
        Pod pending = queue.pod(uid);
        boolean assumed = cache.isAssumed(uid);
        queue.remove(uid);
        nominator.remove(uid);
        attempts.settled(uid);
        boolean held = takeBack(uid);
        if (pending != null && !held) {
            freeNomination(pending);
        }
        if (held && !assumed) {
            handled(new ClusterEvent(Resource.ASSIGNED_POD, Action.DELETE), start);
        } else if (held || pending != null) {
            handled(new ClusterEvent(Resource.UNSCHEDULED_POD, Action.DELETE), start);
        }
    }

    /**
     * Gives back what an assigned or assumed pod holds. A pod that waits for Permit plugins is rejected and gives it
     * back itself; the binding of another goes on, and fails.
     *
     * @return whether it held anything
     */
    private boolean takeBack(String uid) {
        WaitingPod waiting = waitingPods.get(uid);
        boolean rejected = waiting != null && waiting.reject("", "removed");
        Pod before = rejected ? cache.pod(uid) : cache.removePod(uid);
        if (before != null) {
            queue.event(new ClusterEvent(Resource.ASSIGNED_POD, Action.DELETE), before, null);
        }
        return before != null;
    }

    void putObject(JsonNode object) throws IOException {
        announce(objects.put(object));
    }

    void removeObject(String kind, String namespace, String name) {
        announce(objects.remove(kind, namespace, name));
    }

    private void announce(ClusterObjects.@Nullable Change change) {
        if (change == null) {
            return;
        }
        int action = change.before() == null ? Action.ADD : change.after() == null ? Action.DELETE : Action.UPDATE;
        ClusterEvent event = new ClusterEvent(change.resource(), action);
        if (change.resource() == Resource.NAMESPACE) {
            // No event of kube-scheduler's, so it is not in its metrics.
            queue.event(event, change.before(), change.after());
        } else if (queue.isOfInterest(event)) {
            tell(event, change.before(), change.after(), System.nanoTime());
        }
    }
}
