package dev.customscheduler.e2e.explain;

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
import java.util.List;

/**
 * A situation that people met, of those which the engine's tests compare with kube-scheduler.
 *
 * @param nodes its nodes
 * @param pods its pods, in order
 */
record PlacementCase(List<FakeNode> nodes, List<Pod> pods) {
    private static final Path FOLDER = Path.of("../scheduler-runtime/engine/src/test/resources/placement");

    /** Reads the case; its pods go to that namespace, and ask that scheduler where they have no node. */
    static PlacementCase read(KubernetesClient client, String name, String namespace, String schedulerName)
            throws IOException {
        List<FakeNode> nodes = new ArrayList<>();
        List<Pod> pods = new ArrayList<>();
        try (InputStream text = Files.newInputStream(FOLDER.resolve(name).resolve("cluster.yaml"))) {
            for (HasMetadata object : client.load(text).items()) {
                if (object instanceof Node node) {
                    nodes.add(fake(node));
                } else if (object instanceof Pod pod) {
                    pod.getMetadata().setNamespace(namespace);
                    pod.getSpec().setSchedulerName(schedulerName);
                    pods.add(pod);
                }
            }
        }
        return new PlacementCase(nodes, pods);
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
