package dev.customscheduler.engine.plugins;

import dev.customscheduler.framework.NodeInfo;
import dev.customscheduler.framework.model.LabelSelector;
import dev.customscheduler.framework.model.Labels;
import dev.customscheduler.framework.model.Node;
import dev.customscheduler.framework.model.Pod;
import dev.customscheduler.framework.model.Requirement;
import dev.customscheduler.framework.model.TopologySpreadConstraint;
import java.util.ArrayList;
import java.util.List;

/**
 * A spread constraint as it holds for one pod.
 *
 * @param maxSkew the difference that is allowed
 * @param key the node label whose values are the domains
 * @param selector which pods count
 * @param minDomains how many domains there should be
 * @param honorAffinity whether nodes that the pod's node affinity excludes are left out
 * @param honorTaints whether nodes with taints that the pod does not tolerate are left out
 */
record SpreadConstraint(
        int maxSkew, String key, LabelSelector selector, int minDomains, boolean honorAffinity, boolean honorTaints) {
    static final String HOSTNAME = "kubernetes.io/hostname";

    /** Of {@code all}, those that filter, or those that score, as they hold for a pod with {@code labels}. */
    static List<SpreadConstraint> of(List<TopologySpreadConstraint> all, Labels labels, boolean hard) {
        List<SpreadConstraint> out = new ArrayList<>(all.size());
        for (TopologySpreadConstraint c : all) {
            if (c.doNotSchedule() != hard) {
                continue;
            }
            LabelSelector selector = c.selector() == null ? LabelSelector.nothing() : c.selector();
            List<Requirement> own = new ArrayList<>();
            for (String key : c.matchLabelKeys()) {
                String value = labels.get(key);
                if (value != null) {
                    own.add(new Requirement(key, Requirement.Operator.In, List.of(value)));
                }
            }
            out.add(new SpreadConstraint(
                    c.maxSkew(),
                    c.topologyKey(),
                    selector.and(own),
                    c.minDomains(),
                    c.honorNodeAffinity(),
                    c.honorNodeTaints()));
        }
        return out;
    }

    /** Whether the pods of the node count. */
    boolean includes(Pod pod, Node node) {
        if (honorAffinity && !NodeAffinityPlugin.matches(pod.spec(), node)) {
            return false;
        }
        return !honorTaints || Tolerations.allow(pod.spec().tolerations(), node.taints());
    }

    /** How many pods of {@code namespace} on the node count. */
    int count(NodeInfo node, String namespace) {
        if (selector.isEverything()) {
            return 0;
        }
        int count = 0;
        for (int i = 0; i < node.podCount(); i++) {
            Pod pod = node.pod(i);
            if (!pod.isTerminating() && pod.namespace().equals(namespace) && selector.matches(pod.labels())) {
                count++;
            }
        }
        return count;
    }

    /** Whether the node has the keys of all constraints. */
    static boolean hasAllKeys(Node node, List<SpreadConstraint> constraints) {
        for (int i = 0; i < constraints.size(); i++) {
            if (!node.labels().has(constraints.get(i).key())) {
                return false;
            }
        }
        return true;
    }
}
