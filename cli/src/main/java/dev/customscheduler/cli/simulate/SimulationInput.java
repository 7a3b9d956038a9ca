package dev.customscheduler.cli.simulate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A cluster as the scheduler would see it: what controllers, admission and the API server's defaults would have added
 * to bare manifests is added, and what they have done already is left alone.
 *
 * @param nodes in order of name
 * @param pods in file order, those with a node and those without; none that has run to its end
 * @param others everything else that a scheduler may look at
 * @param notes what was left out or is odd, for people
 */
record SimulationInput(List<ObjectNode> nodes, List<ObjectNode> pods, List<ObjectNode> others, List<String> notes) {
    /** Every cluster has these: pkg/apis/scheduling of Kubernetes. */
    private static final Set<String> SYSTEM_CLASSES = Set.of("system-cluster-critical", "system-node-critical");

    private static final Set<String> NOT_OF_A_CLUSTER = Set.of("KubeSchedulerConfiguration", "CustomScheduler");

    SimulationInput {
        nodes = List.copyOf(nodes);
        pods = List.copyOf(pods);
        others = List.copyOf(others);
        notes = List.copyOf(notes);
    }

    /**
     * Completes what was read.
     *
     * @param read in file order; not changed
     * @return the cluster
     */
    static SimulationInput of(List<ObjectNode> read) {
        List<String> notes = new ArrayList<>();
        List<ObjectNode> objects = identified(read, notes);
        List<ObjectNode> nodes = new ArrayList<>();
        for (ObjectNode object : objects) {
            if (Kinds.kind(object).equals("Node")) {
                nodes.add(object);
            }
        }
        nodes.sort(Comparator.comparing(Kinds::name));
        List<ObjectNode> pods = new ArrayList<>();
        List<ObjectNode> others = new ArrayList<>();
        for (ObjectNode object : expanded(objects, nodes)) {
            switch (Kinds.kind(object)) {
                case "Node" -> {}
                case "Pod" -> {
                    if (!Kinds.isOver(object)) {
                        pods.add(object);
                    }
                }
                default -> others.add(object);
            }
        }
        admit(objects, pods, notes);
        DefaultStorageClass.fill(others);
        return new SimulationInput(nodes, pods, others, notes);
    }

    /** All objects, in the order in which the engine may take them. */
    List<JsonNode> objects() {
        List<JsonNode> all = new ArrayList<>(nodes);
        all.addAll(others);
        all.addAll(pods);
        return all;
    }

    /** Gives every object a namespace, and keeps the last of several of one name. */
    private static List<ObjectNode> identified(List<ObjectNode> read, List<String> notes) {
        Map<String, ObjectNode> byKey = new LinkedHashMap<>();
        for (ObjectNode original : read) {
            if (NOT_OF_A_CLUSTER.contains(Kinds.kind(original))) {
                continue;
            }
            ObjectNode object = original.deepCopy();
            ObjectNode metadata = Kinds.object(object, "metadata");
            if (Kinds.isNamespaced(object)
                    && metadata.path("namespace").asText("").isEmpty()) {
                metadata.put("namespace", Kinds.DEFAULT_NAMESPACE);
            }
            String key =
                    Kinds.kind(object) + " " + (Kinds.isNamespaced(object) ? Kinds.key(object) : Kinds.name(object));
            if (byKey.put(key, object) != null) {
                notes.add(key + " is there twice: the later one counts");
            }
        }
        return new ArrayList<>(byKey.values());
    }

    private static List<ObjectNode> expanded(List<ObjectNode> objects, List<ObjectNode> nodes) {
        Workloads workloads = new Workloads(objects, nodes);
        List<ObjectNode> all = new ArrayList<>();
        for (ObjectNode object : objects) {
            all.add(object);
            if (!Workloads.isWorkload(object)) {
                continue;
            }
            all.addAll(workloads.expand(object));
        }
        return all;
    }

    private static void admit(List<ObjectNode> objects, List<ObjectNode> pods, List<String> notes) {
        Set<String> classes = new HashSet<>(SYSTEM_CLASSES);
        for (ObjectNode object : objects) {
            if (Kinds.kind(object).equals("PriorityClass")) {
                classes.add(Kinds.name(object));
            }
        }
        PodAdmission admission = new PodAdmission(objects, notes);
        for (ObjectNode pod : pods) {
            if (!Kinds.fromApiServer(pod)) {
                admission.admit(pod);
            }
            JsonNode spec = pod.path("spec");
            String named = spec.path("priorityClassName").asText("");
            if (!named.isEmpty() && !classes.contains(named) && !spec.hasNonNull("priority")) {
                notes.add("Pod " + Kinds.key(pod) + " names the PriorityClass " + named
                        + ", which is not in the input: its priority is taken as 0");
            }
        }
    }
}
