package dev.customscheduler.engine.objects;

import dev.customscheduler.framework.model.Labels;
import dev.customscheduler.framework.model.NodeSelector;
import dev.customscheduler.framework.model.NodeSelectorTerm;
import dev.customscheduler.framework.model.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Turns where an in-tree volume is reachable from into the CSI driver's terms: the zones of its node affinity, or else
 * of its labels, come to stand under the driver's own label.
 */
final class InTreeTopology {
    private static final String REGION = "topology.kubernetes.io/region";
    private static final String BETA_REGION = "failure-domain.beta.kubernetes.io/region";

    private InTreeTopology() {}

    static @Nullable NodeSelector translated(InTreePlugin plugin, Labels labels, @Nullable NodeSelector affinity) {
        if (plugin.topologyKey().isEmpty()) {
            return affinity;
        }
        boolean beta = !hasKey(affinity, InTreeVolume.ZONE)
                && (hasKey(affinity, InTreeVolume.BETA_ZONE)
                        || (labels.get(InTreeVolume.ZONE) == null && labels.get(InTreeVolume.BETA_ZONE) != null));
        String zoneKey = beta ? InTreeVolume.BETA_ZONE : InTreeVolume.ZONE;
        NodeSelector zoned;
        if (hasValues(affinity, zoneKey)) {
            zoned = changed(affinity, r -> renamed(r, zoneKey, plugin.topologyKey()));
        } else {
            String label = labels.get(zoneKey);
            zoned = label == null ? affinity : added(affinity, plugin.topologyKey(), label);
        }
        return beta ? changed(zoned, r -> renamed(r, BETA_REGION, REGION)) : zoned;
    }

    private static Requirement renamed(Requirement r, String from, String to) {
        return r.key().equals(from) ? new Requirement(to, r.operator(), r.values()) : r;
    }

    private static boolean hasKey(@Nullable NodeSelector affinity, String key) {
        return any(affinity, key, false);
    }

    private static boolean hasValues(@Nullable NodeSelector affinity, String key) {
        return any(affinity, key, true);
    }

    private static boolean any(@Nullable NodeSelector affinity, String key, boolean withValues) {
        if (affinity == null) {
            return false;
        }
        for (NodeSelectorTerm term : affinity.terms()) {
            for (Requirement r : term.matchExpressions()) {
                if (r.key().equals(key) && !(withValues && r.values().isEmpty())) {
                    return true;
                }
            }
        }
        return false;
    }

    private static @Nullable NodeSelector changed(@Nullable NodeSelector affinity, UnaryOperator<Requirement> change) {
        if (affinity == null) {
            return null;
        }
        List<NodeSelectorTerm> terms = new ArrayList<>();
        for (NodeSelectorTerm term : affinity.terms()) {
            List<Requirement> all = new ArrayList<>();
            term.matchExpressions().forEach(r -> all.add(change.apply(r)));
            terms.add(new NodeSelectorTerm(List.copyOf(all), term.matchFields(), term.error()));
        }
        return new NodeSelector(List.copyOf(terms));
    }

    private static @Nullable NodeSelector added(@Nullable NodeSelector affinity, String key, String zones) {
        TreeSet<String> values = new TreeSet<>();
        for (String zone : zones.split(InTreeVolume.SEPARATOR, -1)) {
            if (!zone.isBlank()) {
                values.add(zone.strip());
            }
        }
        if (values.isEmpty()) {
            return affinity;
        }
        Requirement zone = new Requirement(key, Requirement.Operator.In, List.copyOf(values));
        List<NodeSelectorTerm> before = affinity == null || affinity.terms().isEmpty()
                ? List.of(new NodeSelectorTerm(List.of(), List.of(), null))
                : affinity.terms();
        List<NodeSelectorTerm> terms = new ArrayList<>();
        for (NodeSelectorTerm term : before) {
            List<Requirement> all = new ArrayList<>(term.matchExpressions());
            all.add(zone);
            terms.add(new NodeSelectorTerm(List.copyOf(all), term.matchFields(), term.error()));
        }
        return new NodeSelector(List.copyOf(terms));
    }
}
