package dev.customscheduler.engine.parity;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.customscheduler.testbed.oracle.QueueStep;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * A cluster, a pod that no node takes, and events each of which happens alone. In the files under wakeups/ objects are
 * written short; nodes.yaml says how.
 *
 * @param name whose refusal it shows
 * @param gated whether the pod is held back and not tried
 * @param config the configuration
 * @param cluster the objects that are there first
 * @param pod the pod
 * @param events what may happen
 */
record Situation(String name, boolean gated, String config, List<JsonNode> cluster, JsonNode pod, List<Event> events) {
    private static final Set<String> SHORT = Set.of(
            "labels",
            "annotations",
            "deletionTimestamp",
            "namespace",
            "at",
            "cpu",
            "memory",
            "pods",
            "allocatable",
            "requests",
            "ports",
            "priority",
            "resources");
    private static final Map<String, String> GROUPS = Map.of(
            "StorageClass", "storage.k8s.io/v1",
            "CSINode", "storage.k8s.io/v1",
            "CSIDriver", "storage.k8s.io/v1",
            "CSIStorageCapacity", "storage.k8s.io/v1",
            "VolumeAttachment", "storage.k8s.io/v1",
            "PodDisruptionBudget", "policy/v1");
    private static final Set<String> CLUSTER_SCOPED =
            Set.of("Node", "PersistentVolume", "Namespace", "StorageClass", "CSINode", "CSIDriver", "VolumeAttachment");

    /**
     * One event.
     *
     * @param name what happens
     * @param step the same to a scheduler
     * @param better why the engine wakes the pod though kube-scheduler does not, so that it would wait for minutes;
     *     empty where both do the same
     */
    record Event(String name, QueueStep step, String better) {}

    static List<Situation> read(String resource) throws IOException {
        List<Situation> all = new ArrayList<>();
        try (InputStream in = Objects.requireNonNull(Situation.class.getResourceAsStream(resource))) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            Object document = new Yaml(new SafeConstructor(new LoaderOptions())).load(text);
            for (JsonNode situation : GeneratedCluster.JSON.valueToTree(document)) {
                all.add(of(situation));
            }
        }
        return all;
    }

    private static Situation of(JsonNode node) {
        List<JsonNode> cluster = new ArrayList<>();
        node.path("cluster").forEach(o -> cluster.add(object(o)));
        List<Event> events = new ArrayList<>();
        for (JsonNode e : node.path("events")) {
            JsonNode put = e.get("put");
            QueueStep step = put == null ? QueueStep.delete(object(e.path("delete"))) : QueueStep.put(object(put));
            events.add(
                    new Event(e.path("event").asText(), step, e.path("better").asText()));
        }
        return new Situation(
                node.path("name").asText(),
                node.path("gated").asBoolean(),
                config(node.path("added")),
                cluster,
                object(node.path("pod")),
                events);
    }

    /** Backoffs do not end while a test runs. */
    static String config(JsonNode addedAffinity) {
        ObjectNode config = GeneratedCluster.JSON.createObjectNode();
        config.put("apiVersion", "kubescheduler.config.k8s.io/v1").put("kind", "KubeSchedulerConfiguration");
        config.put("podInitialBackoffSeconds", 3600).put("podMaxBackoffSeconds", 3600);
        if (addedAffinity.isObject()) {
            ObjectNode profile = config.withArray("/profiles").addObject();
            profile.put("schedulerName", "default-scheduler");
            ObjectNode plugin = profile.withArray("/pluginConfig").addObject().put("name", "NodeAffinity");
            plugin.withObject("/args").set("addedAffinity", addedAffinity);
        }
        return config.toString();
    }

    /** The object that is written short. */
    static JsonNode object(JsonNode written) {
        Iterator<String> fields = written.fieldNames();
        String kind = fields.next();
        String name = written.path(kind).asText();
        ObjectNode o = GeneratedCluster.JSON.createObjectNode();
        o.put("apiVersion", GROUPS.getOrDefault(kind, "v1")).put("kind", kind);
        ObjectNode metadata = o.withObject("/metadata").put("name", name);
        String namespace =
                CLUSTER_SCOPED.contains(kind) ? "" : written.path("namespace").asText("default");
        if (!namespace.isEmpty()) {
            metadata.put("namespace", namespace);
        }
        metadata.put("uid", "uid-" + kind + "-" + namespace + "-" + name);
        for (String field : List.of("labels", "annotations", "deletionTimestamp")) {
            if (written.has(field)) {
                metadata.set(field, written.get(field));
            }
        }
        fields.forEachRemaining(field -> {
            if (!SHORT.contains(field)) {
                o.set(field, written.get(field).deepCopy());
            }
        });
        switch (kind) {
            case "Node" -> node(o, written);
            case "Pod" -> pod(o, written);
            default -> {}
        }
        return o;
    }

    private static void node(ObjectNode o, JsonNode written) {
        ObjectNode allocatable = o.withObject("/status/allocatable");
        allocatable.put("cpu", written.path("cpu").asText("8"));
        allocatable.put("memory", written.path("memory").asText("32Gi"));
        allocatable.put("pods", written.path("pods").asText("110"));
        written.path("allocatable").forEachEntry(allocatable::set);
    }

    private static void pod(ObjectNode o, JsonNode written) {
        ObjectNode spec = o.withObject("/spec");
        spec.put("priority", written.path("priority").asInt());
        if (!spec.has("schedulerName")) {
            spec.put("schedulerName", "default-scheduler");
        }
        if (written.has("at")) {
            spec.put("nodeName", written.get("at").asText());
        }
        ObjectNode container =
                spec.withArray("/containers").addObject().put("name", "c").put("image", "i");
        ObjectNode requests = container.withObject("/resources/requests");
        for (String resource : List.of("cpu", "memory")) {
            if (written.has(resource)) {
                requests.set(resource, written.get(resource));
            }
        }
        written.path("requests").forEachEntry((resource, amount) -> {
            requests.set(resource, amount);
            container.withObject("/resources/limits").set(resource, amount);
        });
        if (written.has("ports")) {
            container.set("ports", written.get("ports").deepCopy());
        }
    }
}
