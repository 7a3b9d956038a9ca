package dev.customscheduler.engine.plugins;

import dev.customscheduler.engine.objects.ClusterObjects;
import dev.customscheduler.framework.NodeInfo;
import dev.customscheduler.framework.model.Labels;
import dev.customscheduler.framework.model.Node;
import dev.customscheduler.framework.model.Pod;
import dev.customscheduler.framework.model.PodAffinityTerm;
import dev.customscheduler.framework.model.PodAffinityTerm.Weighted;
import java.util.ArrayList;
import java.util.List;

/** Adds up, by topology, what preferences between the incoming pod and the pods that are there are worth. */
final class AffinityScores {
    private final Pod pod;
    private final Labels namespaceLabels;
    private final List<Weighted> near;
    private final List<Weighted> away;
    private final int hardWeight;
    private final TopologyCounts counts = new TopologyCounts(true);

    /**
     * Nothing yet.
     *
     * @param hardWeight what the required affinity of a pod that is there is worth
     */
    AffinityScores(Pod pod, Labels namespaceLabels, ClusterObjects objects, int hardWeight) {
        this.pod = pod;
        this.namespaceLabels = namespaceLabels;
        this.near = resolved(pod.spec().podAffinity().preferred(), objects);
        this.away = resolved(pod.spec().podAntiAffinity().preferred(), objects);
        this.hardWeight = hardWeight;
    }

    private static List<Weighted> resolved(List<Weighted> terms, ClusterObjects objects) {
        List<Weighted> all = new ArrayList<>(terms.size());
        for (Weighted w : terms) {
            all.add(new Weighted(w.weight(), AffinityTerms.resolved(w.term(), objects)));
        }
        return all;
    }

    TopologyCounts counts() {
        return counts;
    }

    void count(NodeInfo node) {
        if (node.node().labels().size() == 0) {
            return;
        }
        boolean own = !near.isEmpty() || !away.isEmpty();
        if (!own && node.podsWithAffinity() == 0) {
            return;
        }
        for (int i = 0; i < node.podCount(); i++) {
            Pod other = node.pod(i);
            if (own) {
                add(near, pod, other, Labels.none(), node.node(), 1);
                add(away, pod, other, Labels.none(), node.node(), -1);
            }
            if (!other.spec().podAffinity().isEmpty()
                    || !other.spec().podAntiAffinity().isEmpty()) {
                countExisting(other, node.node());
            }
        }
    }

    private void countExisting(Pod other, Node node) {
        if (hardWeight > 0) {
            List<PodAffinityTerm> required = other.spec().podAffinity().required();
            for (int i = 0; i < required.size(); i++) {
                if (AffinityTerms.matches(required.get(i), other, pod, namespaceLabels)) {
                    counts.add(node, required.get(i).topologyKey(), hardWeight);
                }
            }
        }
        add(other.spec().podAffinity().preferred(), other, pod, namespaceLabels, node, 1);
        add(other.spec().podAntiAffinity().preferred(), other, pod, namespaceLabels, node, -1);
    }

    private void add(List<Weighted> terms, Pod owner, Pod other, Labels labels, Node node, int sign) {
        for (int i = 0; i < terms.size(); i++) {
            Weighted w = terms.get(i);
            if (AffinityTerms.matches(w.term(), owner, other, labels)) {
                counts.add(node, w.term().topologyKey(), (long) sign * w.weight());
            }
        }
    }
}
