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
import dev.customscheduler.framework.PreScorePlugin;
import dev.customscheduler.framework.ScoreExtensions;
import dev.customscheduler.framework.ScorePlugin;
import dev.customscheduler.framework.StateKey;
import dev.customscheduler.framework.Status;
import dev.customscheduler.framework.model.Node;
import dev.customscheduler.framework.model.Pod;
import dev.customscheduler.framework.model.Taint;
import dev.customscheduler.framework.model.Toleration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Keeps pods off nodes with taints that they do not tolerate, and prefers nodes with fewer taints of the softer kind.
 */
public final class TaintToleration
        implements PreFilterPlugin, FilterPlugin, PreScorePlugin, ScorePlugin, EnqueueExtensions {
    /** The plugin's name. */
    public static final String NAME = "TaintToleration";

    private static final Status TAINTED = Status.unresolvable(NAME, "node(s) had untolerated taint(s)");
    private static final StateKey<List<Toleration>> SOFT = StateKey.named("PreScore" + NAME);
    private static final ScoreExtensions NORMALIZE = (state, pod, nodes, scores) -> {
        ScoreExtensions.normalizeByMax(scores, true);
        return Status.success();
    };

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
        return Tolerations.allow(pod.spec().tolerations(), node.node().taints()) ? Status.success() : TAINTED;
    }

    @Override
    public Status preScore(CycleState state, Pod pod, List<NodeInfo> nodes) {
        List<Toleration> soft = new ArrayList<>();
        for (Toleration t : pod.spec().tolerations()) {
            if (t.effect().isEmpty() || t.effect().equals(Taint.PREFER_NO_SCHEDULE)) {
                soft.add(t);
            }
        }
        state.write(SOFT, soft);
        return Status.success();
    }

    @Override
    public long score(CycleState state, Pod pod, NodeInfo node) {
        List<Toleration> soft = state.require(SOFT, "failed to read");
        List<Taint> taints = node.node().taints();
        int intolerable = 0;
        for (int i = 0; i < taints.size(); i++) {
            Taint taint = taints.get(i);
            if (taint.effect().equals(Taint.PREFER_NO_SCHEDULE) && !Tolerations.tolerate(soft, taint)) {
                intolerable++;
            }
        }
        return intolerable;
    }

    @Override
    public ScoreExtensions scoreExtensions() {
        return NORMALIZE;
    }

    @Override
    public List<ClusterEventWithHint> eventsToRegister() {
        return List.of(
                ClusterEventWithHint.of(Resource.NODE, Action.ADD | Action.UPDATE_NODE_TAINT, (pod, before, after) -> {
                    List<Toleration> tolerations = pod.spec().tolerations();
                    return after instanceof Node now
                            && Tolerations.allow(tolerations, now.taints())
                            && !(before instanceof Node then && Tolerations.allow(tolerations, then.taints()));
                }),
                ClusterEventWithHint.of(Resource.TARGET_POD, Action.UPDATE_POD_TOLERATION));
    }
}
