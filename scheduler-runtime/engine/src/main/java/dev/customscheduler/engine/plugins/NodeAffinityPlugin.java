package dev.customscheduler.engine.plugins;

import dev.customscheduler.config.args.NodeAffinityArgs;
import dev.customscheduler.config.args.NodeAffinityTerms;
import dev.customscheduler.config.args.NodeSelectorRequirement;
import dev.customscheduler.config.args.PluginArgs;
import dev.customscheduler.config.args.PreferredSchedulingTerm;
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
import dev.customscheduler.framework.Status;
import dev.customscheduler.framework.model.Node;
import dev.customscheduler.framework.model.NodeAffinity;
import dev.customscheduler.framework.model.NodeSelector;
import dev.customscheduler.framework.model.NodeSelectorTerm;
import dev.customscheduler.framework.model.Pod;
import dev.customscheduler.framework.model.PodSpec;
import dev.customscheduler.framework.model.Requirement;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Node selectors and node affinity, those of the pod and those that the profile adds to every pod. */
public final class NodeAffinityPlugin
        implements PreFilterPlugin, FilterPlugin, PreScorePlugin, ScorePlugin, EnqueueExtensions {
    /** The plugin's name. */
    public static final String NAME = "NodeAffinity";

    private static final Status POD = Status.unresolvable(NAME, "node(s) didn't match Pod's node affinity/selector");
    private static final Status ENFORCED =
            Status.unresolvable(NAME, "node(s) didn't match scheduler-enforced node affinity");
    private static final Status CONFLICT = Status.unresolvable(NAME, "pod affinity terms conflict");
    private static final ScoreExtensions NORMALIZE = (state, pod, nodes, scores) -> {
        ScoreExtensions.normalizeByMax(scores, false);
        return Status.success();
    };

    private final @Nullable NodeSelector added;
    private final List<NodeAffinity.Preferred> addedPreferences;

    private NodeAffinityPlugin(@Nullable NodeSelector added, List<NodeAffinity.Preferred> addedPreferences) {
        this.added = added;
        this.addedPreferences = addedPreferences;
    }

    /** The plugin with the profile's arguments. */
    public static NodeAffinityPlugin of(Optional<PluginArgs> args) {
        if (!(args.orElse(null) instanceof NodeAffinityArgs a)
                || a.addedAffinity().isEmpty()) {
            return new NodeAffinityPlugin(null, List.of());
        }
        NodeAffinityTerms terms = a.addedAffinity().get();
        NodeSelector required = null;
        if (terms.required().isPresent()) {
            List<NodeSelectorTerm> all = new ArrayList<>();
            terms.required().get().forEach(t -> all.add(term(t)));
            required = new NodeSelector(List.copyOf(all));
        }
        List<NodeAffinity.Preferred> preferred = new ArrayList<>();
        for (PreferredSchedulingTerm t : terms.preferred()) {
            preferred.add(new NodeAffinity.Preferred(t.weight(), term(t.preference())));
        }
        return new NodeAffinityPlugin(required, List.copyOf(preferred));
    }

    private static NodeSelectorTerm term(dev.customscheduler.config.args.NodeSelectorTerm t) {
        return new NodeSelectorTerm(requirements(t.matchExpressions()), requirements(t.matchFields()), null);
    }

    private static List<Requirement> requirements(List<NodeSelectorRequirement> all) {
        List<Requirement> out = new ArrayList<>();
        for (NodeSelectorRequirement r : all) {
            out.add(new Requirement(r.key(), Requirement.Operator.valueOf(r.operator()), r.values()));
        }
        return List.copyOf(out);
    }

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
        NodeSelector required = required(pod.spec());
        if (required == null && added == null && pod.spec().nodeSelector().size() == 0) {
            return PreFilterResult.skip();
        }
        if (required == null || required.terms().isEmpty()) {
            return PreFilterResult.allNodes();
        }
        Set<String> names = new HashSet<>();
        for (NodeSelectorTerm term : required.terms()) {
            Set<String> ofTerm = namedNodes(term);
            if (ofTerm == null) {
                return PreFilterResult.allNodes();
            }
            names.addAll(ofTerm);
        }
        return names.isEmpty() ? PreFilterResult.of(CONFLICT) : PreFilterResult.only(names);
    }

    /** The nodes that a term names by metadata.name In, or null where it names none. */
    private static @Nullable Set<String> namedNodes(NodeSelectorTerm term) {
        Set<String> names = null;
        for (Requirement r : term.matchFields()) {
            if (r.key().equals("metadata.name") && r.operator() == Requirement.Operator.In) {
                if (names == null) {
                    names = new HashSet<>(r.values());
                } else {
                    names.retainAll(r.values());
                }
            }
        }
        return names;
    }

    private static @Nullable NodeSelector required(PodSpec spec) {
        NodeAffinity affinity = spec.nodeAffinity();
        return affinity == null ? null : affinity.required();
    }

    /** Whether the pod's own selector and required affinity allow the node. */
    static boolean matches(PodSpec spec, Node node) {
        if (spec.nodeSelector().size() > 0 && !spec.nodeSelector().isSubsetOf(node.labels())) {
            return false;
        }
        NodeSelector required = required(spec);
        return required == null || required.matches(node);
    }

    @Override
    public Status filter(CycleState state, Pod pod, NodeInfo node) {
        if (added != null && !added.matches(node.node())) {
            return ENFORCED;
        }
        return matches(pod.spec(), node.node()) ? Status.success() : POD;
    }

    @Override
    public Status preScore(CycleState state, Pod pod, List<NodeInfo> nodes) {
        NodeAffinity affinity = pod.spec().nodeAffinity();
        List<NodeAffinity.Preferred> preferred = affinity == null ? List.of() : affinity.preferred();
        for (int i = 0; i < preferred.size(); i++) {
            NodeAffinity.Preferred p = preferred.get(i);
            if (p.weight() != 0 && p.term().error() != null) {
                return Status.error(NAME, "[" + i + "]." + p.term().error());
            }
        }
        return preferred.isEmpty() && addedPreferences.isEmpty() ? Status.skip() : Status.success();
    }

    @Override
    public long score(CycleState state, Pod pod, NodeInfo node) {
        NodeAffinity affinity = pod.spec().nodeAffinity();
        long sum = sum(addedPreferences, node.node());
        return affinity == null ? sum : sum + sum(affinity.preferred(), node.node());
    }

    private static long sum(List<NodeAffinity.Preferred> preferences, Node node) {
        long sum = 0;
        for (int i = 0; i < preferences.size(); i++) {
            NodeAffinity.Preferred p = preferences.get(i);
            if (p.term().matches(node)) {
                sum += p.weight();
            }
        }
        return sum;
    }

    @Override
    public ScoreExtensions scoreExtensions() {
        return NORMALIZE;
    }

    @Override
    public List<ClusterEventWithHint> eventsToRegister() {
        return List.of(ClusterEventWithHint.of(
                Resource.NODE,
                Action.ADD | Action.UPDATE_NODE_LABEL,
                (pod, before, after) -> after instanceof Node now
                        && allows(pod, now)
                        && !(before instanceof Node then && allows(pod, then))));
    }

    private boolean allows(Pod pod, Node node) {
        return (added == null || added.matches(node)) && matches(pod.spec(), node);
    }
}
