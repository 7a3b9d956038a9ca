package dev.customscheduler.testbed.fake;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Adds and removes fake worker nodes. They are ready from the start, and stay so while kwok runs. */
public final class FakeNodes {
    private static final int AT_A_TIME = 16;

    private final KubernetesClient client;

    public FakeNodes(KubernetesClient client) {
        this.client = client;
    }

    /** Creates {@code count} nodes like {@code template}, named {@code <its name>-0} and on. */
    public List<Node> add(int count, FakeNode template) {
        List<FakeNode> nodes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            nodes.add(template.named(template.name() + "-" + i));
        }
        return add(nodes);
    }

    /** Creates these nodes; returns when the API server has them all. */
    public List<Node> add(List<FakeNode> nodes) {
        try (ExecutorService executor =
                Executors.newFixedThreadPool(AT_A_TIME, Thread.ofVirtual().factory())) {
            List<Future<Node>> creations = new ArrayList<>();
            for (FakeNode node : nodes) {
                creations.add(
                        executor.submit(() -> client.resource(node.toNode()).create()));
            }
            List<Node> created = new ArrayList<>();
            for (Future<Node> creation : creations) {
                created.add(creation.get());
            }
            return created;
        } catch (ExecutionException e) {
            throw new IllegalStateException("creating fake nodes", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while creating fake nodes", e);
        }
    }

    /** Deletes these nodes; their pods stay. */
    public void remove(List<Node> nodes) {
        for (Node node : nodes) {
            client.resource(node).delete();
        }
    }
}
