package dev.customscheduler.engine.plugins;

import dev.customscheduler.config.args.DefaultPreemptionArgs;
import dev.customscheduler.config.args.PluginArgs;
import dev.customscheduler.engine.PreemptionCandidate;
import dev.customscheduler.engine.cycle.FitMessage;
import dev.customscheduler.engine.profile.PluginContext;
import dev.customscheduler.framework.ClusterEvent.Action;
import dev.customscheduler.framework.ClusterEvent.Resource;
import dev.customscheduler.framework.ClusterEventWithHint;
import dev.customscheduler.framework.Code;
import dev.customscheduler.framework.CycleState;
import dev.customscheduler.framework.EnqueueExtensions;
import dev.customscheduler.framework.NodeInfo;
import dev.customscheduler.framework.NodeStatuses;
import dev.customscheduler.framework.PostFilterPlugin;
import dev.customscheduler.framework.PostFilterResult;
import dev.customscheduler.framework.PreEnqueuePlugin;
import dev.customscheduler.framework.Status;
import dev.customscheduler.framework.model.Pod;
import dev.customscheduler.framework.model.PreemptionPolicy;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Makes room for a pod by evicting pods of lower priority from one node. */
public final class DefaultPreemption implements PostFilterPlugin, PreEnqueuePlugin, EnqueueExtensions {
    /** The plugin's name. */
    public static final String NAME = "DefaultPreemption";

    private static final Status NOT_HELPFUL = Status.unresolvable(NAME, "Preemption is not helpful for scheduling");
    private static final Status UNDER_WAY =
            Status.unresolvable(NAME, "waiting for the preemption for this pod to be finished");

    private final PluginContext context;
    private final DefaultPreemptionArgs args;
    private final VictimSelection selection;
    private final ExtenderVictims victims;
    private final Eviction eviction;

    private DefaultPreemption(PluginContext context, DefaultPreemptionArgs args) {
        this.context = context;
        this.args = args;
        this.selection = new VictimSelection(context);
        this.victims = new ExtenderVictims(context);
        this.eviction = new Eviction(context);
    }

    /** The plugin with the profile's arguments, or upstream's defaults. */
    public static DefaultPreemption of(Optional<PluginArgs> args, PluginContext context) {
        return new DefaultPreemption(
                context,
                args.orElse(null) instanceof DefaultPreemptionArgs given ? given : new DefaultPreemptionArgs(10, 100));
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Status preEnqueue(Pod pod) {
        return eviction.isUnderWay(pod.uid()) ? UNDER_WAY : Status.success();
    }

    @Override
    public List<ClusterEventWithHint> eventsToRegister() {
        return List.of(ClusterEventWithHint.of(Resource.ASSIGNED_POD, Action.DELETE, (pod, before, after) -> false));
    }

    @Override
    public PostFilterResult postFilter(CycleState state, Pod pod, NodeStatuses statuses) {
        context.observer().preemptionAttempt();
        String refusal = refusal(pod, statuses);
        if (!refusal.isEmpty()) {
            return new PostFilterResult(Status.unschedulable(NAME, "preemption: " + refusal), null);
        }
        List<NodeInfo> nodes = statuses.nodes(Code.Unschedulable);
        List<PreemptionCandidate> candidates = new ArrayList<>();
        List<Status> failures = new ArrayList<>();
        Set<String> errors = new LinkedHashSet<>();
        candidates(state, pod, nodes, candidates, failures, errors);
        if (candidates.isEmpty()) {
            if (!errors.isEmpty()) {
                return new PostFilterResult(Status.error(NAME, "preemption: " + joined(errors)), null);
            }
            int all = context.handle().snapshot().nodes().size();
            String text = FitMessage.of(all, "", failures, NOT_HELPFUL, "");
            return new PostFilterResult(Status.unschedulable(NAME, "preemption: " + text), "");
        }
        ExtenderVictims.Outcome left = victims.ask(pod, candidates);
        if (left.candidates().isEmpty()) {
            return new PostFilterResult(left.status(), null);
        }
        PreemptionCandidate best = context.chance().pick(pod, BestCandidate.of(left.candidates()));
        eviction.start(pod, best);
        return new PostFilterResult(
                Status.of(
                        Code.Success,
                        NAME,
                        "preemption: found a potential placement for pod on node " + best.node() + ", preempting "
                                + best.victims().size() + " victims"),
                best.node());
    }

    private String refusal(Pod pod, NodeStatuses statuses) {
        if (pod.spec().preemptionPolicy() == PreemptionPolicy.Never) {
            return "not eligible due to preemptionPolicy=Never.";
        }
        String nominated = pod.status().nominatedNodeName();
        if (nominated.isEmpty() || statuses.get(nominated).code() == Code.UnschedulableAndUnresolvable) {
            return "";
        }
        NodeInfo node = context.handle().snapshot().node(nominated);
        if (node != null) {
            for (Pod other : node.pods()) {
                if (other.priority() < pod.priority()
                        && other.isTerminating()
                        && other.status().disrupted()) {
                    return "not eligible due to a terminating pod on the nominated node.";
                }
            }
        }
        return "";
    }

    /**
     * Tries nodes until enough candidates are found, one of them without breaking a budget. Of those that break none,
     * and of those that break some, no more than are wanted are kept; that may be none at all.
     */
    private void candidates(
            CycleState state,
            Pod pod,
            List<NodeInfo> nodes,
            List<PreemptionCandidate> into,
            List<Status> failures,
            Set<String> errors) {
        int n = nodes.size();
        if (n == 0) {
            return;
        }
        int wanted =
                Math.min(n, Math.max(n * args.minCandidateNodesPercentage() / 100, args.minCandidateNodesAbsolute()));
        List<NodeInfo> order = context.chance().dryRunOrder(pod, nodes);
        List<PreemptionCandidate> violating = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            VictimSelection.Outcome outcome = selection.onNode(state.copy(), pod, order.get(i));
            PreemptionCandidate candidate = outcome.candidate();
            if (candidate == null) {
                failures.add(outcome.status());
                if (!outcome.status().isRejected()) {
                    errors.add(outcome.status().message());
                }
                continue;
            }
            context.chance().tried(pod, candidate);
            List<PreemptionCandidate> found = candidate.violations() == 0 ? into : violating;
            if (found.size() < wanted) {
                found.add(candidate);
            }
            if (!into.isEmpty() && into.size() + violating.size() >= wanted) {
                break;
            }
        }
        into.addAll(violating);
    }

    private static String joined(Set<String> errors) {
        String all = String.join(", ", errors);
        return errors.size() == 1 ? all : "[" + all + "]";
    }
}
