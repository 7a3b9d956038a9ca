package dev.customscheduler.engine.plugins;

import dev.customscheduler.framework.CycleState;
import dev.customscheduler.framework.model.Labels;
import dev.customscheduler.framework.model.Node;
import dev.customscheduler.framework.model.Pod;
import dev.customscheduler.framework.model.PodAffinityTerm;
import java.util.List;

/** Where pods are that the incoming pod wants to be near to or away from, and pods that want to be away from it. */
final class AffinityState implements CycleState.Copyable {
    private final Pod pod;
    private final Labels namespaceLabels;
    private final List<PodAffinityTerm> affinity;
    private final List<PodAffinityTerm> antiAffinity;
    private final TopologyCounts near;
    private final TopologyCounts away;
    private final TopologyCounts existing;

    AffinityState(Pod pod, Labels namespaceLabels, List<PodAffinityTerm> affinity, List<PodAffinityTerm> antiAffinity) {
        this(
                pod,
                namespaceLabels,
                affinity,
                antiAffinity,
                new TopologyCounts(false),
                new TopologyCounts(false),
                new TopologyCounts(false));
    }

    private AffinityState(
            Pod pod,
            Labels namespaceLabels,
            List<PodAffinityTerm> affinity,
            List<PodAffinityTerm> antiAffinity,
            TopologyCounts near,
            TopologyCounts away,
            TopologyCounts existing) {
        this.pod = pod;
        this.namespaceLabels = namespaceLabels;
        this.affinity = affinity;
        this.antiAffinity = antiAffinity;
        this.near = near;
        this.away = away;
        this.existing = existing;
    }

    /** Counts {@code other} on {@code node} as one that the incoming pod's own terms may mean. */
    void countOwn(Pod other, Node node, int delta) {
        if (AffinityTerms.allMatch(affinity, /* owner= */ pod, /* pod= */ other)) {
            for (int i = 0; i < affinity.size(); i++) {
                near.add(node, affinity.get(i).topologyKey(), delta);
            }
        }
        for (int i = 0; i < antiAffinity.size(); i++) {
            if (AffinityTerms.matches(antiAffinity.get(i), /* owner= */ pod, /* pod= */ other, Labels.none())) {
                away.add(node, antiAffinity.get(i).topologyKey(), delta);
            }
        }
    }

    /** Counts the required anti-affinity of {@code other} on {@code node} against the incoming pod. */
    void countExisting(Pod other, Node node, int delta) {
        List<PodAffinityTerm> terms = other.spec().podAntiAffinity().required();
        for (int i = 0; i < terms.size(); i++) {
            if (AffinityTerms.matches(terms.get(i), /* owner= */ other, /* pod= */ pod, namespaceLabels)) {
                existing.add(node, terms.get(i).topologyKey(), delta);
            }
        }
    }

    /** Whether no node can be refused. */
    boolean isIdle() {
        return affinity.isEmpty() && antiAffinity.isEmpty() && existing.isEmpty();
    }

    boolean existingAllow(Node node) {
        return existing.isEmpty() || !existing.anyPositive(node);
    }

    boolean antiAffinityAllows(Node node) {
        if (away.isEmpty()) {
            return true;
        }
        for (int i = 0; i < antiAffinity.size(); i++) {
            String key = antiAffinity.get(i).topologyKey();
            String value = node.labels().get(key);
            if (value != null && away.get(key, value) > 0) {
                return false;
            }
        }
        return true;
    }

    /** Every term must find its pods; the first pod of a group that wants to be near itself is let in anywhere. */
    boolean affinityAllows(Node node) {
        boolean all = true;
        for (int i = 0; i < affinity.size(); i++) {
            String key = affinity.get(i).topologyKey();
            String value = node.labels().get(key);
            if (value == null) {
                return false;
            }
            all &= near.get(key, value) > 0;
        }
        return all || (near.isEmpty() && AffinityTerms.allMatch(affinity, pod, pod));
    }

    @Override
    public AffinityState copy() {
        return new AffinityState(
                pod, namespaceLabels, affinity, antiAffinity, near.copy(), away.copy(), existing.copy());
    }
}
