package dev.customscheduler.engine.explain;

import dev.customscheduler.framework.model.Labels;
import dev.customscheduler.framework.model.Node;
import dev.customscheduler.framework.model.ObjectMeta;
import dev.customscheduler.framework.model.Resources;
import dev.customscheduler.framework.model.Taint;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A node with something changed. */
final class NodeChanges {
    private NodeChanges() {}

    static Node withAllocatable(Node n, Resources allocatable) {
        return new Node(
                n.metadata(),
                n.unschedulable(),
                n.taints(),
                allocatable,
                n.images(),
                n.declaredFeatures(),
                n.conditions(),
                n.annotations(),
                n.document());
    }

    static Node withTaints(Node n, boolean unschedulable, List<Taint> taints) {
        return new Node(
                n.metadata(),
                unschedulable,
                taints,
                n.allocatable(),
                n.images(),
                n.declaredFeatures(),
                n.conditions(),
                n.annotations(),
                n.document());
    }

    /** The node with labels set, and those with an empty list of values removed. */
    static Node withLabels(Node n, Map<String, List<String>> changes) {
        Map<String, String> labels = new TreeMap<>();
        for (int i = 0; i < n.labels().size(); i++) {
            labels.put(n.labels().key(i), n.labels().value(i));
        }
        changes.forEach((key, value) -> {
            if (value.isEmpty()) {
                labels.remove(key);
            } else {
                labels.put(key, value.getFirst());
            }
        });
        ObjectMeta m = n.metadata();
        ObjectMeta metadata = new ObjectMeta(
                m.namespace(),
                m.name(),
                m.uid(),
                m.resourceVersion(),
                m.generation(),
                Labels.of(labels),
                m.creationTimestamp(),
                m.deletionTimestamp(),
                m.controller());
        return new Node(
                metadata,
                n.unschedulable(),
                n.taints(),
                n.allocatable(),
                n.images(),
                n.declaredFeatures(),
                n.conditions(),
                n.annotations(),
                n.document());
    }
}
