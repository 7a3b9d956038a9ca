package dev.customscheduler.engine.plugins;

import dev.customscheduler.engine.objects.ClusterObjects;
import dev.customscheduler.engine.objects.ClusterObjects.Namespace;
import dev.customscheduler.framework.ClusterEvent.Action;
import dev.customscheduler.framework.ClusterEvent.Resource;
import dev.customscheduler.framework.ClusterEventWithHint;
import dev.customscheduler.framework.model.LabelSelector;
import dev.customscheduler.framework.model.Labels;
import dev.customscheduler.framework.model.Node;
import dev.customscheduler.framework.model.Pod;
import dev.customscheduler.framework.model.PodAffinityTerm;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which events may let a pod in that InterPodAffinity refused. */
final class AffinityEvents {
    private final ClusterObjects objects;

    private AffinityEvents(ClusterObjects objects) {
        this.objects = objects;
    }

    static List<ClusterEventWithHint> of(ClusterObjects objects) {
        AffinityEvents e = new AffinityEvents(objects);
        return List.of(
                ClusterEventWithHint.of(
                        Resource.ASSIGNED_POD, Action.ADD | Action.UPDATE_POD_LABEL | Action.DELETE, e::otherPod),
                ClusterEventWithHint.of(Resource.TARGET_POD, Action.UPDATE_POD_LABEL),
                ClusterEventWithHint.of(Resource.NODE, Action.ADD | Action.UPDATE_NODE_LABEL, AffinityEvents::node),
                ClusterEventWithHint.of(Resource.NAMESPACE, Action.ADD | Action.UPDATE, AffinityEvents::namespace));
    }

    private boolean otherPod(Pod pod, @Nullable Object before, @Nullable Object after) {
        Pod then = before instanceof Pod p ? p : null;
        Pod now = after instanceof Pod p ? p : null;
        List<PodAffinityTerm> near =
                AffinityTerms.resolved(pod.spec().podAffinity().required(), objects);
        List<PodAffinityTerm> away =
                AffinityTerms.resolved(pod.spec().podAntiAffinity().required(), objects);
        boolean nowWanted = now != null && AffinityTerms.allMatch(near, pod, now);
        boolean thenWanted = then != null && AffinityTerms.allMatch(near, pod, then);
        boolean nowUnwanted = now != null && AffinityTerms.anyMatches(away, pod, now);
        boolean thenUnwanted = then != null && AffinityTerms.anyMatches(away, pod, then);
        if ((nowWanted && !thenWanted) || (thenUnwanted && !nowUnwanted)) {
            return true;
        }
        if (now != null || then == null) {
            return false;
        }
        List<PodAffinityTerm> its =
                AffinityTerms.resolved(then.spec().podAntiAffinity().required(), objects);
        return AffinityTerms.anyMatches(its, then, pod);
    }

    /**
     * Whether a node is new or has other labels that a rule could be about. kube-scheduler looks at the pod's own terms
     * alone, so that it forgets pods that only the anti-affinity of others keeps out.
     */
    private static boolean node(Pod pod, @Nullable Object before, @Nullable Object after) {
        if (!(after instanceof Node now)) {
            return false;
        }
        List<PodAffinityTerm> near = pod.spec().podAffinity().required();
        if (!(before instanceof Node then)) {
            return near.isEmpty() || !pod.spec().podAntiAffinity().required().isEmpty() || hasAnyKey(now, near);
        }
        for (PodAffinityTerm t : near) {
            String value = now.labels().get(t.topologyKey());
            if (value != null && !value.equals(then.labels().get(t.topologyKey()))) {
                return true;
            }
        }
        return lostAny(then.labels(), now.labels());
    }

    private static boolean hasAnyKey(Node node, List<PodAffinityTerm> terms) {
        for (PodAffinityTerm t : terms) {
            if (node.labels().has(t.topologyKey())) {
                return true;
            }
        }
        return false;
    }

    /** Whether a label is gone or has another value: the node left a domain, perhaps that of an unwanted pod. */
    private static boolean lostAny(Labels then, Labels now) {
        for (int i = 0; i < then.size(); i++) {
            if (!then.value(i).equals(now.get(then.key(i)))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether terms of the pod select the namespace that did not, or the other way round where it wants to be away from
     * its pods; or whether the pod's own namespace has other labels, so that pods which are there may put up with it.
     */
    private static boolean namespace(Pod pod, @Nullable Object before, @Nullable Object after) {
        if (!(after instanceof Namespace now)) {
            return false;
        }
        Labels then = before instanceof Namespace known ? known.labels() : null;
        for (PodAffinityTerm t : pod.spec().podAffinity().required()) {
            LabelSelector selector = t.namespaceSelector();
            if (selector != null && selector.matches(now.labels()) && !(then != null && selector.matches(then))) {
                return true;
            }
        }
        for (PodAffinityTerm t : pod.spec().podAntiAffinity().required()) {
            LabelSelector selector = t.namespaceSelector();
            if (selector != null && then != null && selector.matches(then) && !selector.matches(now.labels())) {
                return true;
            }
        }
        return now.name().equals(pod.namespace()) && !now.labels().equals(AffinityTerms.orNone(then));
    }
}
