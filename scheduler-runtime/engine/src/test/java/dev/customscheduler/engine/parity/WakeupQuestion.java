package dev.customscheduler.engine.parity;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.customscheduler.engine.simulation.MatchLabelKeys;
import dev.customscheduler.testbed.oracle.QueueStep;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A generated cluster with a pod that no node takes, and what happens then.
 *
 * @param config the configuration
 * @param cluster the objects that are there first, with their UIDs; pods without a node have a nomination
 * @param pod the pod, by namespace and name
 * @param steps the pod comes, it and those that wait are tried, and then the events
 * @param firstEvent the index of the first event
 */
record WakeupQuestion(JsonNode config, List<JsonNode> cluster, String pod, List<QueueStep> steps, int firstEvent) {
    private static final int TRIES = 6;
    private static final Map<String, Integer> PRIORITIES =
            Map.of("high", 80, "gentle", 90, "system-cluster-critical", 2_000_000_000);

    /** The question of a seed, or null where its cluster has no such pod. */
    static @Nullable WakeupQuestion of(long seed, int events) {
        // Sampling makes what an attempt finds out depend on where the search begins.
        GeneratedCluster generated =
                ClusterGenerator.generate(seed, EnumSet.complementOf(EnumSet.of(Feature.SAMPLING)), List.of());
        Dice dice = new Dice(seed);
        List<JsonNode> cluster = new ArrayList<>();
        List<ObjectNode> pending = new ArrayList<>();
        int number = 0;
        for (JsonNode node : generated.documents()) {
            ObjectNode o = node.deepCopy();
            o.withObject("/metadata").put("uid", "uid-" + number++);
            String kind = o.path("kind").asText();
            if (kind.equals("Pod")) {
                admit(o);
                if (o.at("/spec/nodeName").asText("").isEmpty()) {
                    pending.add(o);
                    continue;
                }
            }
            if (kind.equals("PersistentVolumeClaim")
                    && !o.at("/metadata/namespace").isTextual()) {
                o.withObject("/metadata").put("namespace", "default");
            }
            if (!kind.equals("PriorityClass")) {
                cluster.add(o);
            }
        }
        ObjectNode config = GeneratedCluster.JSON.valueToTree(generated.config());
        config.put("podInitialBackoffSeconds", 3600).put("podMaxBackoffSeconds", 3600);
        for (ObjectNode o : pending) {
            if (o.at("/status/nominatedNodeName").isTextual() && dice.chance(0.5)) {
                cluster.add(nominated(o));
            }
        }
        pending.removeIf(cluster::contains);
        for (int i = 0; i < TRIES && !pending.isEmpty(); i++) {
            ObjectNode pod = pending.remove(dice.between(0, pending.size() - 1));
            pod.withObject("/status").remove("nominatedNodeName");
            QueueRunner.Trial trial = QueueRunner.trial(config.toString(), cluster, pod);
            if (trial.preempts()) {
                // Evictions go on in the background, so that what they find the pod in is chance.
                pod.withObject("/spec").put("preemptionPolicy", "Never");
                trial = QueueRunner.trial(config.toString(), cluster, pod);
            }
            if (trial.refused()) {
                return question(dice, config, cluster, pod, trial.attempts(), events);
            }
        }
        return null;
    }

    /** Gives a pod the priority of its class and its labels' part in its selectors, as the API server does. */
    private static void admit(ObjectNode pod) {
        MatchLabelKeys.apply(pod);
        pod.at("/spec").findParents("matchLabelKeys").forEach(term -> ((ObjectNode) term).remove("matchLabelKeys"));
        pod.at("/spec")
                .findParents("mismatchLabelKeys")
                .forEach(term -> ((ObjectNode) term).remove("mismatchLabelKeys"));
        ObjectNode metadata = pod.withObject("/metadata");
        if (!metadata.hasNonNull("namespace")) {
            metadata.put("namespace", "default");
        }
        ObjectNode spec = pod.withObject("/spec");
        String name = spec.path("priorityClassName").asText("");
        if (!spec.path("priority").isNumber()) {
            spec.put("priority", PRIORITIES.getOrDefault(name, 0));
        }
        if (name.equals("gentle")) {
            spec.put("preemptionPolicy", "Never");
        }
    }

    /** A pod that stays nominated: it is held back, so that it is not tried before the other. */
    private static ObjectNode nominated(ObjectNode pod) {
        ObjectNode spec = pod.withObject("/spec");
        spec.put("preemptionPolicy", "Never");
        spec.withObject("/nodeSelector").put("never", "there");
        spec.remove("volumes");
        spec.withArray("schedulingGates").removeAll().addObject().put("name", "held");
        return pod;
    }

    private static WakeupQuestion question(
            Dice dice, JsonNode config, List<JsonNode> cluster, ObjectNode pod, int attempts, int events) {
        List<QueueStep> steps = new ArrayList<>(List.of(QueueStep.put(pod)));
        for (int i = 0; i < attempts; i++) {
            steps.add(QueueStep.attempt());
        }
        WakeupEvents generator = new WakeupEvents(dice, cluster, pod);
        for (int i = 0; i < events; i++) {
            QueueStep event = generator.next();
            if (event != null) {
                steps.add(event);
            }
        }
        String key = pod.at("/metadata/namespace").asText() + "/"
                + pod.at("/metadata/name").asText();
        return new WakeupQuestion(config, cluster, key, steps, 1 + attempts);
    }
}
