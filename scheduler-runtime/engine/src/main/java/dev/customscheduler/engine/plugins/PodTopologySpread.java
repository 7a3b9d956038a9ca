package dev.customscheduler.engine.plugins;

import dev.customscheduler.config.args.PluginArgs;
import dev.customscheduler.config.args.PodTopologySpreadArgs;
import dev.customscheduler.engine.profile.PluginContext;
import dev.customscheduler.framework.ClusterEventWithHint;
import dev.customscheduler.framework.CycleState;
import dev.customscheduler.framework.EnqueueExtensions;
import dev.customscheduler.framework.FilterPlugin;
import dev.customscheduler.framework.NodeInfo;
import dev.customscheduler.framework.PreFilterExtensions;
import dev.customscheduler.framework.PreFilterPlugin;
import dev.customscheduler.framework.PreFilterResult;
import dev.customscheduler.framework.PreScorePlugin;
import dev.customscheduler.framework.ScoreExtensions;
import dev.customscheduler.framework.ScorePlugin;
import dev.customscheduler.framework.StateKey;
import dev.customscheduler.framework.Status;
import dev.customscheduler.framework.model.Node;
import dev.customscheduler.framework.model.Pod;
import java.util.List;
import java.util.Optional;

/** Spreads pods over topologies: by refusing nodes, and by preferring others. */
public final class PodTopologySpread
        implements PreFilterPlugin, FilterPlugin, PreScorePlugin, ScorePlugin, EnqueueExtensions {
    /** The plugin's name. */
    public static final String NAME = "PodTopologySpread";

    private static final String REASON = "node(s) didn't match pod topology spread constraints";
    private static final Status SKEWED = Status.unschedulable(NAME, REASON);
    private static final Status NO_LABEL = Status.unresolvable(NAME, REASON + " (missing required label)");
    private static final StateKey<Hard> HARD = StateKey.named("PreFilter" + NAME);
    private static final StateKey<SpreadScoring> SOFT = StateKey.named("PreScore" + NAME);

    private final PluginContext context;
    private final SpreadDefaults defaults;

    private PodTopologySpread(PluginContext context, SpreadDefaults defaults) {
        this.context = context;
        this.defaults = defaults;
    }

    /** The plugin with the profile's arguments, or upstream's defaults. */
    public static PodTopologySpread of(Optional<PluginArgs> args, PluginContext context) {
        PodTopologySpreadArgs a = args.orElse(null) instanceof PodTopologySpreadArgs given ? given : null;
        return new PodTopologySpread(context, new SpreadDefaults(a, context.objects()));
    }

    /** The hard constraints with the counts of their domains. */
    private record Hard(List<SpreadConstraint> constraints, SpreadCounts[] counts) implements CycleState.Copyable {
        @Override
        public Hard copy() {
            SpreadCounts[] copies = new SpreadCounts[counts.length];
            for (int i = 0; i < copies.length; i++) {
                copies[i] = counts[i].copy();
            }
            return new Hard(constraints, copies);
        }

        void settle() {
            for (SpreadCounts c : counts) {
                c.settle();
            }
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public PreFilterResult preFilter(CycleState state, Pod pod, List<NodeInfo> nodes) {
        List<SpreadConstraint> constraints = defaults.constraints(pod, true);
        if (constraints.isEmpty()) {
            return PreFilterResult.skip();
        }
        SpreadCounts[] counts = new SpreadCounts[constraints.size()];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = new SpreadCounts();
        }
        for (int n = 0; n < nodes.size(); n++) {
            NodeInfo node = nodes.get(n);
            if (!SpreadConstraint.hasAllKeys(node.node(), constraints)) {
                continue;
            }
            for (int i = 0; i < counts.length; i++) {
                SpreadConstraint c = constraints.get(i);
                String domain = node.node().labels().get(c.key());
                if (domain != null && c.includes(pod, node.node())) {
                    counts[i].add(domain, c.count(node, pod.namespace()));
                }
            }
        }
        Hard hard = new Hard(constraints, counts);
        hard.settle();
        state.write(HARD, hard);
        return PreFilterResult.allNodes();
    }

    @Override
    public PreFilterExtensions preFilterExtensions() {
        return new PreFilterExtensions() {
            @Override
            public Status addPod(CycleState state, Pod pod, Pod added, NodeInfo node) {
                return update(state.require(HARD), pod, added, node.node(), 1);
            }

            @Override
            public Status removePod(CycleState state, Pod pod, Pod removed, NodeInfo node) {
                return update(state.require(HARD), pod, removed, node.node(), -1);
            }
        };
    }

    private static Status update(Hard hard, Pod pod, Pod other, Node node, int delta) {
        if (!other.namespace().equals(pod.namespace()) || !SpreadConstraint.hasAllKeys(node, hard.constraints())) {
            return Status.success();
        }
        for (int i = 0; i < hard.counts().length; i++) {
            SpreadConstraint c = hard.constraints().get(i);
            String domain = node.labels().get(c.key());
            if (domain != null && c.selector().matches(other.labels()) && c.includes(pod, node)) {
                hard.counts()[i].add(domain, delta);
            }
        }
        hard.settle();
        return Status.success();
    }

    @Override
    public Status filter(CycleState state, Pod pod, NodeInfo node) {
        Hard hard = state.require(HARD);
        for (int i = 0; i < hard.counts().length; i++) {
            SpreadConstraint c = hard.constraints().get(i);
            String domain = node.node().labels().get(c.key());
            if (domain == null) {
                return NO_LABEL;
            }
            SpreadCounts counts = hard.counts()[i];
            int self = c.selector().matches(pod.labels()) ? 1 : 0;
            if (counts.get(domain) + self - counts.lowest(c.minDomains()) > c.maxSkew()) {
                return SKEWED;
            }
        }
        return Status.success();
    }

    @Override
    public Status preScore(CycleState state, Pod pod, List<NodeInfo> nodes) {
        List<SpreadConstraint> constraints = defaults.constraints(pod, false);
        if (constraints.isEmpty()) {
            return Status.skip();
        }
        boolean needAllKeys = !pod.spec().topologySpreadConstraints().isEmpty() || !defaults.isSystem();
        state.write(
                SOFT,
                SpreadScoring.of(
                        pod, constraints, nodes, context.handle().snapshot().nodes(), needAllKeys));
        return Status.success();
    }

    @Override
    public long score(CycleState state, Pod pod, NodeInfo node) {
        return state.require(SOFT, "error reading").score(node, pod.namespace());
    }

    @Override
    public ScoreExtensions scoreExtensions() {
        return (state, pod, nodes, scores) -> {
            state.require(SOFT, "error reading").normalize(nodes, scores);
            return Status.success();
        };
    }

    @Override
    public List<ClusterEventWithHint> eventsToRegister() {
        return SpreadEvents.of(pod -> defaults.constraints(pod, true));
    }
}
