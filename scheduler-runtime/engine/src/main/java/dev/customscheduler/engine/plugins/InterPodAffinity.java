package dev.customscheduler.engine.plugins;

import dev.customscheduler.config.args.InterPodAffinityArgs;
import dev.customscheduler.config.args.PluginArgs;
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
import dev.customscheduler.framework.model.Labels;
import dev.customscheduler.framework.model.Pod;
import dev.customscheduler.framework.model.PodAffinityTerm;
import dev.customscheduler.framework.model.PodSpec;
import java.util.List;
import java.util.Optional;

/** Affinity and anti-affinity between pods: the incoming pod's, and that of the pods that are there. */
public final class InterPodAffinity
        implements PreFilterPlugin, FilterPlugin, PreScorePlugin, ScorePlugin, EnqueueExtensions {
    /** The plugin's name. */
    public static final String NAME = "InterPodAffinity";

    private static final Status AFFINITY = Status.unresolvable(NAME, "node(s) didn't match pod affinity rules");
    private static final Status ANTI = Status.unschedulable(NAME, "node(s) didn't match pod anti-affinity rules");
    private static final Status EXISTING =
            Status.unschedulable(NAME, "node(s) didn't satisfy existing pods anti-affinity rules");
    private static final StateKey<AffinityState> FILTERING = StateKey.named("PreFilter" + NAME);
    private static final StateKey<TopologyCounts> SCORING = StateKey.named("PreScore" + NAME);
    private static final PreFilterExtensions EXTENSIONS = new PreFilterExtensions() {
        @Override
        public Status addPod(CycleState state, Pod pod, Pod added, NodeInfo node) {
            return update(state, added, node, 1);
        }

        @Override
        public Status removePod(CycleState state, Pod pod, Pod removed, NodeInfo node) {
            return update(state, removed, node, -1);
        }

        private Status update(CycleState state, Pod other, NodeInfo node, int delta) {
            AffinityState s = state.require(FILTERING, "error reading");
            s.countExisting(other, node.node(), delta);
            s.countOwn(other, node.node(), delta);
            return Status.success();
        }
    };

    private final PluginContext context;
    private final int hardWeight;
    private final boolean ignoreExisting;

    private InterPodAffinity(PluginContext context, int hardWeight, boolean ignoreExisting) {
        this.context = context;
        this.hardWeight = hardWeight;
        this.ignoreExisting = ignoreExisting;
    }

    /** The plugin with the profile's arguments, or upstream's defaults. */
    public static InterPodAffinity of(Optional<PluginArgs> args, PluginContext context) {
        InterPodAffinityArgs a =
                args.orElse(null) instanceof InterPodAffinityArgs given ? given : new InterPodAffinityArgs(1, false);
        return new InterPodAffinity(context, a.hardPodAffinityWeight(), a.ignorePreferredTermsOfExistingPods());
    }

    @Override
    public String name() {
        return NAME;
    }

    private Labels namespaceLabels(Pod pod) {
        return AffinityTerms.orNone(context.objects().namespaceLabels(pod.namespace()));
    }

    @Override
    public PreFilterResult preFilter(CycleState state, Pod pod, List<NodeInfo> nodes) {
        PodSpec spec = pod.spec();
        AffinityState s = new AffinityState(
                pod,
                namespaceLabels(pod),
                AffinityTerms.resolved(spec.podAffinity().required(), context.objects()),
                AffinityTerms.resolved(spec.podAntiAffinity().required(), context.objects()));
        List<NodeInfo> anti = context.handle().snapshot().nodesWithRequiredAntiAffinityPods();
        for (int n = 0; n < anti.size(); n++) {
            NodeInfo node = anti.get(n);
            for (int i = 0; i < node.podCount(); i++) {
                s.countExisting(node.pod(i), node.node(), 1);
            }
        }
        boolean own = !spec.podAffinity().required().isEmpty()
                || !spec.podAntiAffinity().required().isEmpty();
        if (own) {
            for (int n = 0; n < nodes.size(); n++) {
                NodeInfo node = nodes.get(n);
                for (int i = 0; i < node.podCount(); i++) {
                    s.countOwn(node.pod(i), node.node(), 1);
                }
            }
        }
        if (s.isIdle()) {
            return PreFilterResult.skip();
        }
        state.write(FILTERING, s);
        return PreFilterResult.allNodes();
    }

    @Override
    public PreFilterExtensions preFilterExtensions() {
        return EXTENSIONS;
    }

    @Override
    public Status filter(CycleState state, Pod pod, NodeInfo node) {
        AffinityState s = state.require(FILTERING, "error reading");
        if (!s.affinityAllows(node.node())) {
            return AFFINITY;
        }
        if (!s.antiAffinityAllows(node.node())) {
            return ANTI;
        }
        return s.existingAllow(node.node()) ? Status.success() : EXISTING;
    }

    @Override
    public Status preScore(CycleState state, Pod pod, List<NodeInfo> nodes) {
        List<PodAffinityTerm.Weighted> near = pod.spec().podAffinity().preferred();
        List<PodAffinityTerm.Weighted> away = pod.spec().podAntiAffinity().preferred();
        boolean own = !near.isEmpty() || !away.isEmpty();
        if (ignoreExisting && !own) {
            return Status.skip();
        }
        AffinityScores scores = new AffinityScores(pod, namespaceLabels(pod), context.objects(), hardWeight);
        List<NodeInfo> all = own
                ? context.handle().snapshot().nodes()
                : context.handle().snapshot().nodesWithAffinityPods();
        for (int n = 0; n < all.size(); n++) {
            scores.count(all.get(n));
        }
        if (scores.counts().isEmpty()) {
            return Status.skip();
        }
        state.write(SCORING, scores.counts());
        return Status.success();
    }

    @Override
    public long score(CycleState state, Pod pod, NodeInfo node) {
        return state.require(SCORING, "failed to read").sum(node.node());
    }

    @Override
    public ScoreExtensions scoreExtensions() {
        return (state, pod, nodes, scores) -> {
            long min = Long.MAX_VALUE;
            long max = Long.MIN_VALUE;
            for (long s : scores) {
                min = Math.min(min, s);
                max = Math.max(max, s);
            }
            for (int i = 0; i < scores.length; i++) {
                scores[i] = max == min ? 0 : (long) (100.0 * ((double) (scores[i] - min) / (double) (max - min)));
            }
            return Status.success();
        };
    }

    @Override
    public List<ClusterEventWithHint> eventsToRegister() {
        return AffinityEvents.of(context.objects());
    }
}
