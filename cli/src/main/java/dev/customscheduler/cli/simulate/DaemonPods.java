package dev.customscheduler.cli.simulate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.customscheduler.engine.decode.NodeDecoder;
import dev.customscheduler.engine.decode.PodDecoder;
import dev.customscheduler.framework.model.Node;
import dev.customscheduler.framework.model.NodeAffinity;
import dev.customscheduler.framework.model.Pod;
import dev.customscheduler.framework.model.Taint;
import dev.customscheduler.framework.model.Toleration;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** Which nodes get a pod of a DaemonSet, and how that pod names its node: as the DaemonSet controller decides it. */
final class DaemonPods {
    private static final List<String[]> TOLERATED = List.of(
            new String[] {"node.kubernetes.io/not-ready", Taint.NO_EXECUTE},
            new String[] {"node.kubernetes.io/unreachable", Taint.NO_EXECUTE},
            new String[] {"node.kubernetes.io/disk-pressure", Taint.NO_SCHEDULE},
            new String[] {"node.kubernetes.io/memory-pressure", Taint.NO_SCHEDULE},
            new String[] {"node.kubernetes.io/pid-pressure", Taint.NO_SCHEDULE},
            new String[] {"node.kubernetes.io/unschedulable", Taint.NO_SCHEDULE});

    private final List<ObjectNode> objects;
    private final NodeDecoder nodes = new NodeDecoder();
    private final PodDecoder pods = new PodDecoder();

    DaemonPods(List<ObjectNode> objects) {
        this.objects = objects;
    }

    boolean hasPodOn(ObjectNode set, ObjectNode node) {
        String name = Kinds.name(node);
        for (ObjectNode object : objects) {
            if (Kinds.kind(object).equals("Pod") && Kinds.isControlledBy(object, set) && !Kinds.isOver(object)) {
                if (object.path("spec").path("nodeName").asText("").equals(name)
                        || namedNode(object).equals(name)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static String namedNode(ObjectNode pod) {
        return pod.at("/spec/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution"
                        + "/nodeSelectorTerms/0/matchFields/0/values/0")
                .asText("");
    }

    /**
     * Adds the controller's tolerations and pins the pod to the node.
     *
     * @return false, and the pod is of no use, where the node is not one for this pod
     */
    boolean placeOn(ObjectNode pod, ObjectNode node) {
        ObjectNode spec = Kinds.object(pod, "spec");
        ArrayNode tolerations =
                spec.get("tolerations") instanceof ArrayNode given ? given : spec.putArray("tolerations");
        for (String[] taint : TOLERATED) {
            tolerations
                    .addObject()
                    .put("key", taint[0])
                    .put("operator", "Exists")
                    .put("effect", taint[1]);
        }
        if (spec.path("hostNetwork").asBoolean(false)) {
            tolerations
                    .addObject()
                    .put("key", "node.kubernetes.io/network-unavailable")
                    .put("operator", "Exists")
                    .put("effect", Taint.NO_SCHEDULE);
        }
        try {
            if (!runsOn(pods.read(pod), nodes.read(node))) {
                return false;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + Kinds.name(node) + " or a pod for it", e);
        }
        pin(spec, Kinds.name(node));
        return true;
    }

    private static boolean runsOn(Pod pod, Node node) {
        if (!pod.spec().nodeSelector().isSubsetOf(node.labels())) {
            return false;
        }
        NodeAffinity affinity = pod.spec().nodeAffinity();
        if (affinity != null
                && affinity.required() != null
                && !affinity.required().matches(node)) {
            return false;
        }
        for (Taint taint : node.taints()) {
            if (taint.repels() && !tolerated(pod, taint)) {
                return false;
            }
        }
        return true;
    }

    private static boolean tolerated(Pod pod, Taint taint) {
        for (Toleration toleration : pod.spec().tolerations()) {
            if (toleration.tolerates(taint)) {
                return true;
            }
        }
        return false;
    }

    /** Names the node in the place of whatever the template requires: the node has been found to satisfy that. */
    private static void pin(ObjectNode spec, String node) {
        ObjectNode required = Kinds.object(
                Kinds.object(Kinds.object(spec, "affinity"), "nodeAffinity"),
                "requiredDuringSchedulingIgnoredDuringExecution");
        ObjectNode name = required.putArray("nodeSelectorTerms")
                .addObject()
                .putArray("matchFields")
                .addObject();
        name.put("key", "metadata.name")
                .put("operator", "In")
                .putArray("values")
                .add(node);
    }
}
