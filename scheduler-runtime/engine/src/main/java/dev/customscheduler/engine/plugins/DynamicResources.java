package dev.customscheduler.engine.plugins;

import dev.customscheduler.framework.ClusterEventWithHint;
import dev.customscheduler.framework.CycleState;
import dev.customscheduler.framework.EnqueueExtensions;
import dev.customscheduler.framework.FilterPlugin;
import dev.customscheduler.framework.NodeInfo;
import dev.customscheduler.framework.NodeStatuses;
import dev.customscheduler.framework.PostFilterPlugin;
import dev.customscheduler.framework.PostFilterResult;
import dev.customscheduler.framework.PreBindPlugin;
import dev.customscheduler.framework.PreEnqueuePlugin;
import dev.customscheduler.framework.PreFilterPlugin;
import dev.customscheduler.framework.PreFilterResult;
import dev.customscheduler.framework.ReservePlugin;
import dev.customscheduler.framework.ScorePlugin;
import dev.customscheduler.framework.StateKey;
import dev.customscheduler.framework.Status;
import dev.customscheduler.framework.model.Pod;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Takes the place of kube-scheduler's plugin for resource claims. Pods without claims pass it as they pass the
 * original, which scores them 0; pods with claims are refused, because claims are not allocated here.
 */
public final class DynamicResources
        implements PreEnqueuePlugin,
                PreFilterPlugin,
                FilterPlugin,
                ScorePlugin,
                ReservePlugin,
                PreBindPlugin,
                PostFilterPlugin,
                EnqueueExtensions {
    /** The plugin's name. */
    public static final String NAME = "DynamicResources";

    private static final Status NOT_HERE = Status.unresolvable(
            NAME,
            "spec.resourceClaims need the plugin DynamicResources, which allocates nothing in this scheduler; runtime"
                    + " type KubeScheduler does");
    private static final StateKey<Boolean> ASKED = StateKey.named(NAME);
    private static final Status NO_STATE = Status.error(NAME, "not found");
    private static final Status NOTHING_TO_DO = Status.unschedulable(NAME);

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<Reads> reads() {
        return EnumSet.noneOf(Reads.class);
    }

    @Override
    public Status preEnqueue(Pod pod) {
        return Status.success();
    }

    @Override
    public PreFilterResult preFilter(CycleState state, Pod pod, List<NodeInfo> nodes) {
        state.write(ASKED, Boolean.TRUE);
        return pod.spec().resourceClaims().isEmpty() ? PreFilterResult.skip() : PreFilterResult.of(NOT_HERE);
    }

    @Override
    public Status filter(CycleState state, Pod pod, NodeInfo node) {
        return Status.success();
    }

    @Override
    public PostFilterResult postFilter(CycleState state, Pod pod, NodeStatuses statuses) {
        // Where another plugin refused the pod before this one was asked, the original finds no state and says so;
        // users see it.
        return new PostFilterResult(state.read(ASKED) == null ? NO_STATE : NOTHING_TO_DO, null);
    }

    @Override
    public long score(CycleState state, Pod pod, NodeInfo node) {
        return 0;
    }

    @Override
    public Status reserve(CycleState state, Pod pod, String nodeName) {
        return Status.success();
    }

    @Override
    public void unreserve(CycleState state, Pod pod, String nodeName) {
        // nothing was reserved
    }

    @Override
    public Status preBindPreFlight(CycleState state, Pod pod, String nodeName) {
        return Status.skip();
    }

    @Override
    public Status preBind(CycleState state, Pod pod, String nodeName) {
        return Status.success();
    }

    @Override
    public List<ClusterEventWithHint> eventsToRegister() {
        return List.of();
    }
}
