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
import dev.customscheduler.framework.model.Node;
import dev.customscheduler.framework.model.Pod;
import dev.customscheduler.framework.model.Taint;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Keeps pods off cordoned nodes, unless they tolerate that. */
public final class NodeUnschedulable implements PreFilterPlugin, FilterPlugin, EnqueueExtensions {
    /** The plugin's name. */
    public static final String NAME = "NodeUnschedulable";

    private static final Status CORDONED = Status.unresolvable(NAME, "node(s) were unschedulable");
    private static final Taint TAINT = new Taint("node.kubernetes.io/unschedulable", "", Taint.NO_SCHEDULE);

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<Reads> reads() {
        return EnumSet.of(Reads.NODE);
    }

    @Override
    public PreFilterResult preFilter(CycleState state, Pod pod, List<NodeInfo> nodes) {
        return PreFilterResult.allNodes();
    }

    @Override
    public Status filter(CycleState state, Pod pod, NodeInfo node) {
        return !node.node().unschedulable() || Tolerations.tolerate(pod.spec().tolerations(), TAINT)
                ? Status.success()
                : CORDONED;
    }

    @Override
    public List<ClusterEventWithHint> eventsToRegister() {
        return List.of(
                ClusterEventWithHint.of(
                        Resource.NODE,
                        Action.ADD | Action.UPDATE_NODE_TAINT,
                        (pod, before, after) -> after instanceof Node now
                                && !now.unschedulable()
                                && !(before instanceof Node then && !then.unschedulable())),
                ClusterEventWithHint.of(
                        Resource.TARGET_POD,
                        Action.UPDATE_POD_TOLERATION,
                        (pod, before, after) -> after instanceof Pod changed
                                && Tolerations.tolerate(changed.spec().tolerations(), TAINT)));
    }
}
