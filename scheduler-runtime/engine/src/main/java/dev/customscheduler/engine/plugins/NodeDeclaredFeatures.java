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

/** Keeps pods off nodes whose kubelet does not declare the features that the pods use. */
public final class NodeDeclaredFeatures implements PreFilterPlugin, FilterPlugin, EnqueueExtensions {
    /** The plugin's name. */
    public static final String NAME = "NodeDeclaredFeatures";

    private static final Status LACKING = Status.unresolvable(NAME, "node(s) didn't match Pod's required features");

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
        return pod.spec().requiredFeatures().isEmpty() ? PreFilterResult.skip() : PreFilterResult.allNodes();
    }

    @Override
    public Status filter(CycleState state, Pod pod, NodeInfo node) {
        return node.node().declaredFeatures().containsAll(pod.spec().requiredFeatures()) ? Status.success() : LACKING;
    }

    @Override
    public List<ClusterEventWithHint> eventsToRegister() {
        return List.of(
                ClusterEventWithHint.of(Resource.NODE, Action.ADD | Action.UPDATE_NODE_DECLARED_FEATURE),
                ClusterEventWithHint.of(
                        Resource.TARGET_POD,
                        Action.UPDATE,
                        (pod, before, after) -> before instanceof Pod then
                                && after instanceof Pod now
                                && !then.spec()
                                        .requiredFeatures()
                                        .equals(now.spec().requiredFeatures())));
    }
}
