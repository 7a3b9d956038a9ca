package dev.customscheduler.engine.parity;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.customscheduler.testbed.oracle.QueueStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What may happen to the objects of a cluster, one event after another. */
final class WakeupEvents {
    private static final Set<String> COPIED = Set.of("Pod", "Node");
    private static final Set<String> DELETED = Set.of(
            "Pod",
            "Node",
            "CSINode",
            "CSIStorageCapacity",
            "PersistentVolume",
            "PersistentVolumeClaim",
            "VolumeAttachment",
            "PodDisruptionBudget");

    private final Dice dice;
    private final List<JsonNode> left;
    private ObjectNode pod;
    private int number;

    WakeupEvents(Dice dice, List<JsonNode> cluster, ObjectNode pod) {
        this.dice = dice;
        this.left = new ArrayList<>(cluster);
        this.pod = pod;
    }

    /** Something that happens to one of the objects; null where there are none. */
    @Nullable
    QueueStep next() {
        number++;
        if (left.isEmpty()) {
            return null;
        }
        if (dice.chance(0.05)) {
            pod = pod.deepCopy();
            changeWaiting(pod);
            return QueueStep.put(pod);
        }
        JsonNode chosen = choose();
        ObjectNode changed = chosen.deepCopy();
        String kind = chosen.path("kind").asText();
        boolean waits =
                kind.equals("Pod") && chosen.at("/spec/nodeName").asText("").isEmpty();
        if (DELETED.contains(kind) && dice.chance(0.25)) {
            left.remove(chosen);
            return QueueStep.delete(chosen);
        }
        if (COPIED.contains(kind) && !waits && dice.chance(0.3)) {
            changed.withObject("/metadata").put("name", "new-" + number).put("uid", "uid-new-" + number);
            left.add(changed);
            return QueueStep.put(changed);
        }
        switch (kind) {
            case "Node" -> changeNode(changed);
            case "Pod" -> {
                if (waits) {
                    changeNomination(changed);
                } else {
                    changePod(changed);
                }
            }
            case "PersistentVolumeClaim" -> changeClaim(changed);
            case "PersistentVolume" -> changeVolume(changed);
            case "CSINode" -> changeLimits(changed);
            case "CSIStorageCapacity" -> changed.put("capacity", dice.of("1Mi", "10Gi", "500Gi"));
            case "CSIDriver" -> changed.withObject("/spec").put("storageCapacity", dice.chance(0.5));
            case "PodDisruptionBudget" -> changed.withObject("/status").put("disruptionsAllowed", dice.between(0, 3));
            default -> relabel(changed);
        }
        left.remove(chosen);
        left.add(changed);
        return QueueStep.put(changed);
    }

    /** As often one kind as another, since there are many more pods and nodes than anything else. */
    private JsonNode choose() {
        JsonNode one = dice.of(left);
        if (dice.chance(0.5)) {
            return one;
        }
        List<JsonNode> few = new ArrayList<>();
        for (JsonNode o : left) {
            boolean waits = o.path("kind").asText().equals("Pod")
                    && o.at("/spec/nodeName").asText("").isEmpty();
            if (waits || !COPIED.contains(o.path("kind").asText())) {
                few.add(o);
            }
        }
        return few.isEmpty() ? one : dice.of(few);
    }

    private void changeWaiting(ObjectNode waiting) {
        if (dice.chance(0.5)) {
            relabel(waiting);
        } else {
            waiting.withObject("/spec")
                    .withArray("tolerations")
                    .addObject()
                    .put("key", "k" + number)
                    .put("operator", "Exists");
        }
    }

    private void changeNode(ObjectNode node) {
        switch (dice.between(0, 5)) {
            case 0 -> node.withObject("/spec").remove("taints");
            case 1 -> node.withObject("/spec").put("unschedulable", dice.chance(0.3));
            case 2 -> node.withObject("/status/allocatable").put("cpu", dice.of("1", "16", "64"));
            default -> relabel(node);
        }
    }

    private void changePod(ObjectNode assigned) {
        switch (dice.between(0, 2)) {
            case 0 -> {
                assigned.withObject("/metadata").put("deletionTimestamp", "2023-11-14T23:00:00Z");
                assigned.withObject("/metadata").put("deletionGracePeriodSeconds", 30);
            }
            case 1 -> {
                for (JsonNode container : assigned.at("/spec/containers")) {
                    if (container instanceof ObjectNode c
                            && c.at("/resources/requests/cpu").isTextual()) {
                        c.withObject("/resources/requests").put("cpu", dice.of("1m", "100m", "2"));
                    }
                }
            }
            default -> relabel(assigned);
        }
    }

    private void changeNomination(ObjectNode waiting) {
        if (dice.chance(0.5)) {
            waiting.withObject("/status").remove("nominatedNodeName");
            return;
        }
        List<String> nodes = new ArrayList<>();
        for (JsonNode o : left) {
            if (o.path("kind").asText().equals("Node")) {
                nodes.add(o.at("/metadata/name").asText());
            }
        }
        if (!nodes.isEmpty()) {
            waiting.withObject("/status").put("nominatedNodeName", dice.of(nodes));
        }
    }

    private void changeClaim(ObjectNode claim) {
        List<String> volumes = new ArrayList<>();
        for (JsonNode o : left) {
            if (o.path("kind").asText().equals("PersistentVolume")) {
                volumes.add(o.at("/metadata/name").asText());
            }
        }
        if (!volumes.isEmpty() && dice.chance(0.6)) {
            claim.withObject("/metadata/annotations").put("pv.kubernetes.io/bind-completed", "yes");
            claim.withObject("/spec").put("volumeName", dice.of(volumes));
            claim.withObject("/status").put("phase", "Bound");
        } else {
            relabel(claim);
        }
    }

    private void changeVolume(ObjectNode volume) {
        if (dice.chance(0.5)) {
            volume.withObject("/metadata/labels").put("topology.kubernetes.io/zone", dice.of("z1", "z2", "z3"));
        } else {
            volume.withObject("/spec/capacity").put("storage", dice.of("1Mi", "10Gi", "500Gi"));
        }
    }

    private void changeLimits(ObjectNode csiNode) {
        for (JsonNode driver : csiNode.at("/spec/drivers")) {
            if (driver instanceof ObjectNode d && dice.chance(0.6)) {
                d.remove("allocatable");
                if (dice.chance(0.8)) {
                    d.withObject("/allocatable").put("count", dice.between(0, 5));
                }
            }
        }
    }

    /** Gives it one label more, or all or one of the labels of another of its kind. */
    private void relabel(ObjectNode object) {
        if (dice.chance(0.3)) {
            object.withObject("/metadata/labels").put("touched", "t" + number);
            return;
        }
        List<JsonNode> alike = new ArrayList<>();
        for (JsonNode other : left) {
            if (other.path("kind").equals(object.path("kind"))) {
                alike.add(other);
            }
        }
        if (alike.size() < 2) {
            object.withObject("/metadata/labels").put("touched", "t" + number);
            return;
        }
        JsonNode labels = dice.of(alike).at("/metadata/labels");
        if (labels.size() > 0 && dice.chance(0.5)) {
            List<String> keys = new ArrayList<>();
            labels.fieldNames().forEachRemaining(keys::add);
            String key = dice.of(keys);
            object.withObject("/metadata/labels").set(key, labels.get(key));
            return;
        }
        object.withObject("/metadata").remove("labels");
        if (labels.isObject()) {
            object.withObject("/metadata").set("labels", labels.deepCopy());
        }
    }
}
