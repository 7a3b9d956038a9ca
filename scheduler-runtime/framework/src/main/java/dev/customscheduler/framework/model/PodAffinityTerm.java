package dev.customscheduler.framework.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A set of pods that a pod wants to be near to, or away from, within a topology.
 *
 * @param selector which pods are meant
 * @param namespaces the namespaces of these pods; empty together with an absent selector of namespaces means the pod's
 *     own
 * @param namespaceSelector more namespaces by their labels, or null for none; an empty selector means all
 * @param topologyKey the node label whose equal values make a topology
 */
public record PodAffinityTerm(
        LabelSelector selector,
        List<String> namespaces,
        @Nullable LabelSelector namespaceSelector,
        String topologyKey) {

    /**
     * A preference.
     *
     * @param weight what a matching topology gains or loses, 1 to 100
     * @param term the pods that are meant
     */
    public record Weighted(int weight, PodAffinityTerm term) {}

    /**
     * The affinity, or the anti-affinity, of a pod.
     *
     * @param required terms that must hold
     * @param preferred terms that add to the score
     */
    public record Terms(List<PodAffinityTerm> required, List<Weighted> preferred) {
        /** No terms. */
        public static final Terms NONE = new Terms(List.of(), List.of());

        /** Whether there are no terms at all. */
        public boolean isEmpty() {
            return required.isEmpty() && preferred.isEmpty();
        }
    }
}
