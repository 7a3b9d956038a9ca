package dev.customscheduler.cli.simulate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
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
    /** Pods that are there already have started one after the other, before any pod to be scheduled was created. */
    private static final Instant FIRST_START = Instant.ofEpochSecond(1_700_000_000);

    private static final Instant FIRST_CREATION = FIRST_START.plusSeconds(1000);

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

    /** Gives every object a namespace and a UID, and keeps the last of several of one name. */
    private static List<ObjectNode> identified(List<ObjectNode> read, List<String> notes) {
        Map<String, ObjectNode> byKey = new LinkedHashMap<>();
        int number = 0;
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
            if (Kinds.uid(object).isEmpty()) {
                metadata.put("uid", String.format(Locale.ROOT, "uid-%05d", number));
            }
            number++;
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
        int made = 0;
        for (ObjectNode object : objects) {
            all.add(object);
            if (!Workloads.isWorkload(object)) {
                continue;
            }
            for (ObjectNode created : workloads.expand(object)) {
                Kinds.object(created, "metadata").put("uid", String.format(Locale.ROOT, "uid-made-%05d", made++));
                all.add(created);
            }
        }
        return all;
    }

    private static void admit(List<ObjectNode> objects, List<ObjectNode> pods, List<String> notes) {
        LimitRanges limitRanges = new LimitRanges(objects);
        Priorities priorities = new Priorities(objects);
        int assigned = 0;
        int pending = 0;
        for (ObjectNode pod : pods) {
            if (!Kinds.fromApiServer(pod)) {
                limitRanges.fill(pod);
            }
            String missing = priorities.fill(pod);
            if (!missing.isEmpty()) {
                notes.add("Pod " + Kinds.key(pod) + " names the PriorityClass " + missing
                        + ", which is not in the input: its priority is taken as 0");
            }
            if (Kinds.isAssigned(pod)) {
                setMissing(Kinds.object(pod, "status"), "startTime", FIRST_START.plusSeconds(assigned++));
            } else {
                setMissing(Kinds.object(pod, "metadata"), "creationTimestamp", FIRST_CREATION.plusSeconds(pending++));
            }
        }
    }

    private static void setMissing(ObjectNode object, String field, Instant time) {
        JsonNode given = object.path(field);
        if (given.asText("").isEmpty() || given.isNull()) {
            object.put(field, time.toString());
        }
    }
}
