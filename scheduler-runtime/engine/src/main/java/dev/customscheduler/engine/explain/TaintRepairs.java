package dev.customscheduler.engine.explain;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.customscheduler.engine.explain.Explanation.Kind;
import dev.customscheduler.framework.model.Node;
import dev.customscheduler.framework.model.Pod;
import dev.customscheduler.framework.model.Taint;
import java.util.ArrayList;
import java.util.List;

/** What helps where a node keeps pods off by taints, or is cordoned. */
final class TaintRepairs {
    private static final String CORDON = "node.kubernetes.io/unschedulable";

    private TaintRepairs() {}

    static List<List<Repair>> ofTaints(Pod pod, Node node) {
        List<Taint> repelling = new ArrayList<>();
        List<Taint> others = new ArrayList<>();
        for (Taint taint : node.taints()) {
            boolean tolerated = pod.spec().tolerations().stream().anyMatch(t -> t.tolerates(taint));
            (taint.repels() && !tolerated ? repelling : others).add(taint);
        }
        if (repelling.isEmpty()) {
            return List.of();
        }
        List<String> words = repelling.stream().map(TaintRepairs::text).toList();
        Node untainted = NodeChanges.withTaints(node, node.unschedulable(), others);
        return List.of(
                List.of(Repair.ofPod(
                        Kind.TOLERATION,
                        "the pod tolerates " + String.join(" and ", words),
                        repelling.size(),
                        document -> tolerating(document, repelling))),
                List.of(Repair.ofCluster(
                        Kind.TAINT,
                        "node " + node.name() + " without the taint " + String.join(" and ", words),
                        0.1 + repelling.size(),
                        copy -> copy.putNode(untainted),
                        copy -> copy.putNode(node))));
    }

    private static String text(Taint taint) {
        return taint.key() + (taint.value().isEmpty() ? "" : "=" + taint.value()) + ":" + taint.effect();
    }

    private static ObjectNode tolerating(ObjectNode document, List<Taint> taints) {
        ObjectNode spec = document.withObject("/spec");
        ArrayNode tolerations =
                spec.get("tolerations") instanceof ArrayNode given ? given : spec.putArray("tolerations");
        for (Taint taint : taints) {
            ObjectNode toleration = tolerations.addObject().put("key", taint.key());
            if (taint.value().isEmpty()) {
                toleration.put("operator", "Exists");
            } else {
                toleration.put("operator", "Equal").put("value", taint.value());
            }
            toleration.put("effect", taint.effect());
        }
        return document;
    }

    /** The node may be used again; the taint that goes with the cordon goes too. */
    static List<List<Repair>> ofCordon(Node node) {
        List<Taint> others = node.taints().stream()
                .filter(taint -> !taint.key().equals(CORDON))
                .toList();
        Node open = NodeChanges.withTaints(node, false, others);
        return List.of(List.of(Repair.ofCluster(
                Kind.UNCORDON,
                "node " + node.name() + " uncordoned",
                1,
                copy -> copy.putNode(open),
                copy -> copy.putNode(node))));
    }
}
