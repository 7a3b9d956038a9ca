package dev.customscheduler.engine.plugins;

import dev.customscheduler.framework.ClusterEvent.Action;
import dev.customscheduler.framework.ClusterEvent.Resource;
import dev.customscheduler.framework.ClusterEventWithHint;
import dev.customscheduler.framework.CycleState;
import dev.customscheduler.framework.EnqueueExtensions;
import dev.customscheduler.framework.FilterPlugin;
import dev.customscheduler.framework.NodeInfo;
import dev.customscheduler.framework.PreFilterPlugin;
import dev.customscheduler.framework.PreFilterResult;
import dev.customscheduler.framework.Status;
import dev.customscheduler.framework.model.HostPort;
import dev.customscheduler.framework.model.Pod;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Keeps pods apart that want the same port of a node. */
public final class NodePorts implements PreFilterPlugin, FilterPlugin, EnqueueExtensions {
    /** The plugin's name. */
    public static final String NAME = "NodePorts";

    private static final Status TAKEN =
            Status.unschedulable(NAME, "node(s) didn't have free ports for the requested pod ports");

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<Reads> reads() {
        return EnumSet.of(Reads.PODS_ON_NODE);
    }

    @Override
    public PreFilterResult preFilter(CycleState state, Pod pod, List<NodeInfo> nodes) {
        return pod.spec().hostPorts().isEmpty() ? PreFilterResult.skip() : PreFilterResult.allNodes();
    }

    @Override
    public Status filter(CycleState state, Pod pod, NodeInfo node) {
        return node.portsFree(pod.spec().hostPorts()) ? Status.success() : TAKEN;
    }

    @Override
    public List<ClusterEventWithHint> eventsToRegister() {
        return List.of(
                ClusterEventWithHint.of(
                        Resource.ASSIGNED_POD,
                        Action.DELETE,
                        (pod, before, after) -> before instanceof Pod gone && conflict(gone, pod)),
                ClusterEventWithHint.of(Resource.NODE, Action.ADD));
    }

    private static boolean conflict(Pod a, Pod b) {
        for (HostPort p : a.spec().hostPorts()) {
            for (HostPort q : b.spec().hostPorts()) {
                if (p.conflictsWith(q)) {
                    return true;
                }
            }
        }
        return false;
    }
}
