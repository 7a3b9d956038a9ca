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
import dev.customscheduler.framework.model.Pod;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** A pod that names its node goes nowhere else. */
public final class NodeName implements PreFilterPlugin, FilterPlugin, EnqueueExtensions {
    /** The plugin's name. */
    public static final String NAME = "NodeName";

    private static final Status OTHER = Status.unresolvable(NAME, "node(s) didn't match the requested node name");

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<Reads> reads() {
        return EnumSet.of(Reads.NODE, Reads.POD_IDENTITY);
    }

    @Override
    public PreFilterResult preFilter(CycleState state, Pod pod, List<NodeInfo> nodes) {
        return pod.isAssigned() ? PreFilterResult.only(Set.of(pod.nodeName())) : PreFilterResult.skip();
    }

    @Override
    public Status filter(CycleState state, Pod pod, NodeInfo node) {
        return !pod.isAssigned() || pod.nodeName().equals(node.name()) ? Status.success() : OTHER;
    }

    @Override
    public List<ClusterEventWithHint> eventsToRegister() {
        return List.of(ClusterEventWithHint.of(Resource.NODE, Action.ADD));
    }
}
