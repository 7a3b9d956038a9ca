package dev.customscheduler.engine.explain;

import dev.customscheduler.engine.explain.Explanation.Kind;
import dev.customscheduler.framework.model.Labels;
import dev.customscheduler.framework.model.Node;
import dev.customscheduler.framework.model.NodeAffinity;
import dev.customscheduler.framework.model.NodeSelector;
import dev.customscheduler.framework.model.NodeSelectorTerm;
import dev.customscheduler.framework.model.Pod;
import dev.customscheduler.framework.model.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What helps where a node lacks labels, or has one too many. */
final class LabelRepairs {
    /**
     * What such labels say of a node is so whether or not the label says it: where it is, what it is. Volumes and
     * images go by them; with another value a pod would come to a node where it cannot run.
     */
    private static final List<String> FACTS = List.of(
            "kubernetes.io/hostname",
            "kubernetes.io/os",
            "kubernetes.io/arch",
            "node.kubernetes.io/",
            "topology.",
            "failure-domain.beta.kubernetes.io/",
            "beta.kubernetes.io/");

    private LabelRepairs() {}

    /** The labels that the pod's selector and required affinity ask of its node; or the pod without that selector. */
    static List<List<Repair>> ofAffinity(Pod pod, Node node) {
        Map<String, List<String>> selector = new TreeMap<>();
        Labels wanted = pod.spec().nodeSelector();
        for (int i = 0; i < wanted.size(); i++) {
            if (!wanted.value(i).equals(node.labels().get(wanted.key(i)))) {
                selector.put(wanted.key(i), List.of(wanted.value(i)));
            }
        }
        NodeAffinity affinity = pod.spec().nodeAffinity();
        NodeSelector required = affinity == null ? null : affinity.required();
        if (selector.keySet().stream().anyMatch(LabelRepairs::isFact)) {
            return List.of(List.of(unselected(selector)));
        }
        if (required == null) {
            return ladder(node, selector);
        }
        Optional<Map<String, List<String>>> fewest = fewest(required, node);
        if (fewest.isEmpty()) {
            return List.of();
        }
        selector.putAll(fewest.get());
        return selector.keySet().stream().anyMatch(LabelRepairs::isFact) ? List.of() : ladder(node, selector);
    }

    private static boolean isFact(String key) {
        return FACTS.stream().anyMatch(key::startsWith);
    }

    private static Repair unselected(Map<String, List<String>> selector) {
        List<String> words = new ArrayList<>();
        selector.forEach((key, value) -> words.add(key + "=" + value.getFirst()));
        return Repair.ofPod(
                Kind.NODE_SELECTOR,
                "the pod without the node selector " + String.join(" and ", words),
                selector.size(),
                document -> {
                    document.withObject("/spec").withObject("/nodeSelector").remove(selector.keySet());
                    return document;
                });
    }

    /** The labels by which the node would match the selector, of the term that needs the fewest. */
    private static Optional<Map<String, List<String>>> fewest(NodeSelector selector, Node node) {
        Map<String, List<String>> best = null;
        for (NodeSelectorTerm term : selector.terms()) {
            if (term.isEmpty() || term.error() != null || !fieldsMatch(term, node)) {
                continue;
            }
            Map<String, List<String>> own = new TreeMap<>();
            for (Requirement r : term.matchExpressions()) {
                if (!r.matches(node.labels())) {
                    own.put(r.key(), value(r));
                }
            }
            best = best == null || own.size() < best.size() ? own : best;
        }
        return Optional.ofNullable(best);
    }

    private static boolean fieldsMatch(NodeSelectorTerm term, Node node) {
        for (Requirement r : term.matchFields()) {
            if (!r.matchesValue(node.name())) {
                return false;
            }
        }
        return true;
    }

    /** The value that satisfies the requirement; none where the label must go. */
    private static List<String> value(Requirement r) {
        return switch (r.operator()) {
            case In -> List.of(r.values().getFirst());
            case Exists -> List.of("true");
            case NotIn, DoesNotExist -> List.of();
            case Gt -> List.of(Long.toString(Long.parseLong(r.values().getFirst()) + 1));
            case Lt -> List.of(Long.toString(Long.parseLong(r.values().getFirst()) - 1));
        };
    }

    static List<List<Repair>> ladder(Node node, Map<String, List<String>> labels) {
        if (labels.isEmpty()) {
            return List.of();
        }
        List<String> words = new ArrayList<>();
        labels.forEach((key, value) -> words.add(
                value.isEmpty() ? "without the label " + key : "with the label " + key + "=" + value.getFirst()));
        Node changed = NodeChanges.withLabels(node, labels);
        return List.of(List.of(Repair.ofCluster(
                Kind.LABEL,
                "node " + node.name() + " " + String.join(" and ", words),
                labels.size(),
                copy -> copy.putNode(changed),
                copy -> copy.putNode(node))));
    }
}
