package dev.customscheduler.engine.queue;

import dev.customscheduler.framework.ClusterEvent;
import dev.customscheduler.framework.ClusterEvent.Action;
import dev.customscheduler.framework.ClusterEvent.Resource;
import dev.customscheduler.framework.model.Node;
import dev.customscheduler.framework.model.Pod;
import dev.customscheduler.framework.model.Resources;

/** What changed between two states of an object, in the words of events. */
public final class Changes {
    private Changes() {}

    /** What changed of a pod; {@code target} where the pod is the one that waits. */
    public static ClusterEvent between(Pod before, Pod after, boolean target) {
        int actions = 0;
        if (!before.labels().equals(after.labels())) {
            actions |= Action.UPDATE_POD_LABEL;
        }
        if (isLess(after.footprint().requests(), before.footprint().requests())) {
            actions |= Action.UPDATE_POD_SCALE_DOWN;
        }
        if (before.spec() != after.spec()) {
            if (!before.spec().tolerations().equals(after.spec().tolerations())) {
                actions |= Action.UPDATE_POD_TOLERATION;
            }
            if (!before.spec().schedulingGates().isEmpty()
                    && after.spec().schedulingGates().isEmpty()) {
                actions |= Action.UPDATE_POD_GATES_ELIMINATED;
            }
        }
        if (!before.status().resourceClaimNames().equals(after.status().resourceClaimNames())) {
            actions |= Action.UPDATE_POD_RESOURCE_CLAIM;
        }
        return new ClusterEvent(
                target ? Resource.TARGET_POD : Resource.ASSIGNED_POD, actions == 0 ? Action.UPDATE_OTHER : actions);
    }

    private static boolean isLess(Resources now, Resources then) {
        if (now.equals(then)) {
            return false;
        }
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

    /** What changed of a node; no actions where nothing did that scheduling reads. */
    public static ClusterEvent between(Node before, Node after) {
        int actions = 0;
        if (!before.labels().equals(after.labels())) {
            actions |= Action.UPDATE_NODE_LABEL;
        }
        if (!before.taints().equals(after.taints()) || before.unschedulable() != after.unschedulable()) {
            actions |= Action.UPDATE_NODE_TAINT;
        }
        if (!before.allocatable().equals(after.allocatable())) {
            actions |= Action.UPDATE_NODE_ALLOCATABLE;
        }
        if (!before.declaredFeatures().equals(after.declaredFeatures())) {
            actions |= Action.UPDATE_NODE_DECLARED_FEATURE;
        }
        return new ClusterEvent(Resource.NODE, actions);
    }
}
