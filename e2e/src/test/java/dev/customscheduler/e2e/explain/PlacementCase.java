package dev.customscheduler.e2e.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.customscheduler.testbed.fake.FakeNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A situation that people met, of those which the engine's tests compare with kube-scheduler.
 *
 * @param nodes its nodes
 * @param pods its pods, in order
 */
record PlacementCase(List<FakeNode> nodes, List<Pod> pods) {
    private static final Path FOLDER = Path.of("../scheduler-runtime/engine/src/test/resources/placement");

    /**
     * Reads the case. Its pods go to that namespace; those which kube-scheduler placed are where it placed them, for of
     * nodes that are equal chance takes one.
     *
     * @param last the pod that is left to the scheduler of that name; those after it are left out
     */
    static PlacementCase read(KubernetesClient client, String name, String namespace, String schedulerName, String last)
            throws IOException {
        List<FakeNode> nodes = new ArrayList<>();
        List<Pod> pods = new ArrayList<>();
        Map<String, String> places = new HashMap<>();
        for (JsonNode pod : new ObjectMapper()
                .readTree(FOLDER.resolve(name).resolve("expected.json").toFile())) {
            places.put(pod.get("pod").asText(), pod.path("node").asText());
        }
        try (InputStream text = Files.newInputStream(FOLDER.resolve(name).resolve("cluster.yaml"))) {
            for (HasMetadata object : client.load(text).items()) {
                if (object instanceof Node node) {
                    nodes.add(fake(node));
                } else if (object instanceof Pod pod) {
                    String key = pod.getMetadata().getNamespace() + "/"
                            + pod.getMetadata().getName();
                    pod.getMetadata().setNamespace(namespace);
                    pod.getSpec().setSchedulerName(schedulerName);
                    pods.add(pod);
                    if (pod.getMetadata().getName().equals(last)) {
                        return new PlacementCase(nodes, pods);
                    }
                    if (pod.getSpec().getNodeName() == null) {
                        pod.getSpec().setNodeName(places.get(key));
                    }
                }
            }
        }
        throw new IllegalArgumentException("no pod " + last + " in " + name);
    }

    private static FakeNode fake(Node node) {
        FakeNode fake = FakeNode.of(node.getMetadata().getName());
        for (var e : node.getStatus().getAllocatable().entrySet()) {
            fake = fake.resource(e.getKey(), e.getValue().toString());
        }
        for (var e : node.getMetadata().getLabels().entrySet()) {
            fake = fake.label(e.getKey(), e.getValue());
        }
        for (var t : node.getSpec().getTaints()) {
            fake = fake.taint(t.getKey(), t.getValue() == null ? "" : t.getValue(), t.getEffect());
        }
        return fake;
    }
}
