package dev.customscheduler.engine.queue;

import dev.customscheduler.framework.ClusterEvent;
import dev.customscheduler.framework.ClusterEvent.Action;
import dev.customscheduler.framework.ClusterEvent.Resource;
import dev.customscheduler.framework.model.Node;
import dev.customscheduler.framework.model.Pod;
import dev.customscheduler.framework.model.Resources;
import java.util.ArrayList;
import java.util.List;

/** What changed between two states of an object, an event for each thing, in kube-scheduler's order. */
public final class Changes {
    private Changes() {}

    /**
     * What changed of a pod: at least one event, {@code UPDATE_OTHER} where it is nothing that has a name.
     *
     * @param resource what the pod is to those who wait
     */
    public static List<ClusterEvent> between(Pod before, Pod after, Resource resource) {
        List<ClusterEvent> events = new ArrayList<>(1);
        if (!before.labels().equals(after.labels())) {
            events.add(new ClusterEvent(resource, Action.UPDATE_POD_LABEL));
        }
        Resources was = before.footprint().requests();
        Resources is = after.footprint().requests();
        if (!was.equals(is)) {
            if (isLess(is, was)) {
                events.add(new ClusterEvent(resource, Action.UPDATE_POD_SCALE_DOWN));
            }
            if (isLess(was, is)) {
                events.add(new ClusterEvent(resource, Action.UPDATE_POD_SCALE_UP));
            }
        }
        if (before.spec() != after.spec()) {
            if (!before.spec().schedulingGates().isEmpty()
                    && after.spec().schedulingGates().isEmpty()) {
                events.add(new ClusterEvent(resource, Action.UPDATE_POD_GATES_ELIMINATED));
            }
            // Tolerations can be added, but neither changed nor taken away.
            if (before.spec().tolerations().size() != after.spec().tolerations().size()) {
                events.add(new ClusterEvent(resource, Action.UPDATE_POD_TOLERATION));
            }
        }
        if (!before.status().resourceClaimNames().equals(after.status().resourceClaimNames())) {
            events.add(new ClusterEvent(resource, Action.UPDATE_POD_RESOURCE_CLAIM));
        }
        if (events.isEmpty()) {
            events.add(new ClusterEvent(resource, Action.UPDATE_OTHER));
        }
        return events;
    }

    private static boolean isLess(Resources now, Resources then) {
        if (now.milliCpu() < then.milliCpu()
                || now.memory() < then.memory()
                || now.ephemeralStorage() < then.ephemeralStorage()) {
            return true;
        }
        for (int i = 0; i < then.scalarCount(); i++) {
            if (now.scalar(then.scalarName(i)) < then.scalarValue(i)) {
                return true;
            }
        }
        return false;
    }

    /** What changed of a node; empty where nothing did that scheduling could read. */
    public static List<ClusterEvent> between(Node before, Node after) {
        List<ClusterEvent> events = new ArrayList<>(1);
        if (before.unschedulable() && !after.unschedulable()) {
            events.add(new ClusterEvent(Resource.NODE, Action.UPDATE_NODE_TAINT));
        }
        if (!before.allocatable().equals(after.allocatable())) {
            events.add(new ClusterEvent(Resource.NODE, Action.UPDATE_NODE_ALLOCATABLE));
        }
        if (!before.labels().equals(after.labels())) {
            events.add(new ClusterEvent(Resource.NODE, Action.UPDATE_NODE_LABEL));
        }
        if (!before.taints().equals(after.taints())) {
            events.add(new ClusterEvent(Resource.NODE, Action.UPDATE_NODE_TAINT));
        }
        if (!before.conditions().equals(after.conditions())) {
            events.add(new ClusterEvent(Resource.NODE, Action.UPDATE_NODE_CONDITION));
        }
        if (before.annotations() != after.annotations()) {
            events.add(new ClusterEvent(Resource.NODE, Action.UPDATE_NODE_ANNOTATION));
        }
        if (!before.declaredFeatures().equals(after.declaredFeatures())) {
            events.add(new ClusterEvent(Resource.NODE, Action.UPDATE_NODE_DECLARED_FEATURE));
        }
        return events;
    }
}
