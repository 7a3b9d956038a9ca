package dev.customscheduler.engine.plugins;

import dev.customscheduler.engine.objects.ClusterObjects;
import dev.customscheduler.framework.NodeInfo;
import dev.customscheduler.framework.model.Labels;
import dev.customscheduler.framework.model.Node;
import dev.customscheduler.framework.model.Pod;
import dev.customscheduler.framework.model.PodAffinityTerm;
import java.util.ArrayList;
import java.util.List;

/**
 * Which pods a pod's affinity and spreading speak of, as the plugins count them. For explanations: it looks at every
 * pod of the cluster.
 */
public final class Neighbours {
    private final Pod pod;
    private final List<NodeInfo> nodes;
    private final ClusterObjects objects;

    /** The neighbours of {@code pod} in a cluster. */
    public Neighbours(Pod pod, List<NodeInfo> nodes, ClusterObjects objects) {
        this.pod = pod;
        this.nodes = nodes;
        this.objects = objects;
    }

    private static boolean sameTopology(Node a, Node b, String key) {
        String value = a.labels().get(key);
        return value != null && value.equals(b.labels().get(key));
    }

    /** The pods that keep {@code pod} off {@code node} by required anti-affinity: its own, or theirs. */
    public List<Pod> antiAffine(Node node) {
        List<PodAffinityTerm> own =
                AffinityTerms.resolved(pod.spec().podAntiAffinity().required(), objects);
        Labels namespace = AffinityTerms.orNone(objects.namespaceLabels(pod.namespace()));
        List<Pod> found = new ArrayList<>();
        for (NodeInfo other : nodes) {
            for (Pod neighbour : other.pods()) {
                if (keepsOff(own, neighbour, namespace, node, other.node())) {
                    found.add(neighbour);
                }
            }
        }
        return found;
    }

    private boolean keepsOff(List<PodAffinityTerm> own, Pod neighbour, Labels namespace, Node node, Node other) {
        for (PodAffinityTerm term : own) {
            if (sameTopology(node, other, term.topologyKey())
                    && AffinityTerms.matches(term, /* owner= */ pod, /* pod= */ neighbour, Labels.none())) {
                return true;
            }
        }
        for (PodAffinityTerm term : neighbour.spec().podAntiAffinity().required()) {
            if (sameTopology(node, other, term.topologyKey())
                    && AffinityTerms.matches(term, /* owner= */ neighbour, /* pod= */ pod, namespace)) {
                return true;
            }
        }
        return false;
    }

    /** The pods that all terms of {@code pod}'s required affinity mean, wherever they are. */
    public List<Pod> wantedNear() {
        List<PodAffinityTerm> terms =
                AffinityTerms.resolved(pod.spec().podAffinity().required(), objects);
        List<Pod> found = new ArrayList<>();
        for (NodeInfo other : nodes) {
            for (Pod neighbour : other.pods()) {
                if (AffinityTerms.allMatch(terms, /* owner= */ pod, /* pod= */ neighbour)) {
                    found.add(neighbour);
                }
            }
        }
        return found;
    }

    /** The pods that count against {@code node} for a spread constraint of {@code pod}'s own that filters. */
    public List<Pod> spreadWith(Node node) {
        List<SpreadConstraint> constraints =
                SpreadConstraint.of(pod.spec().topologySpreadConstraints(), pod.labels(), true);
        List<Pod> found = new ArrayList<>();
        for (NodeInfo other : nodes) {
            for (Pod neighbour : other.pods()) {
                if (counts(constraints, neighbour, node, other.node())) {
                    found.add(neighbour);
                }
            }
        }
        return found;
    }

    private boolean counts(List<SpreadConstraint> constraints, Pod neighbour, Node node, Node other) {
        if (neighbour.isTerminating() || !neighbour.namespace().equals(pod.namespace())) {
            return false;
        }
        for (SpreadConstraint c : constraints) {
            if (sameTopology(node, other, c.key()) && c.selector().matches(neighbour.labels())) {
                return true;
            }
        }
        return false;
    }

    /** The names of the claims that the pod's volumes refer to. */
    public List<String> claims() {
        return PodClaims.names(pod);
    }

    /** The pods of the namespace that use one of the same claims. */
    public List<Pod> sharingClaims() {
        List<String> own = claims();
        List<Pod> found = new ArrayList<>();
        for (NodeInfo other : nodes) {
            for (Pod neighbour : other.pods()) {
                if (neighbour.namespace().equals(pod.namespace())
                        && PodClaims.names(neighbour).stream().anyMatch(own::contains)) {
                    found.add(neighbour);
                }
            }
        }
        return found;
    }
}
