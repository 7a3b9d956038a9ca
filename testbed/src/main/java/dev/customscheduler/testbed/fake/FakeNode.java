package dev.customscheduler.testbed.fake;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Taint;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a fake worker node says of itself.
 *
 * @param resources capacity and allocatable alike, as Kubernetes quantities
 */
public record FakeNode(String name, Map<String, String> resources, Map<String, String> labels, List<Taint> taints) {
    /** The annotation by which kwok knows the nodes that it keeps alive. */
    public static final String ANNOTATION = "kwok.x-k8s.io/node";

    public FakeNode {
        resources = Map.copyOf(resources);
        labels = Map.copyOf(labels);
        taints = List.copyOf(taints);
    }

    /** A node with 4 CPUs, 16 GiB and room for 110 pods. */
    public static FakeNode of(String name) {
        return new FakeNode(name, Map.of("cpu", "4", "memory", "16Gi", "pods", "110"), Map.of(), List.of());
    }

    public FakeNode named(String other) {
        return new FakeNode(other, resources, labels, taints);
    }

    public FakeNode cpu(String quantity) {
        return resource("cpu", quantity);
    }

    public FakeNode memory(String quantity) {
        return resource("memory", quantity);
    }

    public FakeNode pods(int count) {
        return resource("pods", Integer.toString(count));
    }

    /** Any resource, extended ones too. */
    public FakeNode resource(String resource, String quantity) {
        return new FakeNode(name, with(resources, resource, quantity), labels, taints);
    }

    public FakeNode label(String key, String value) {
        return new FakeNode(name, resources, with(labels, key, value), taints);
    }

    /** @param effect NoSchedule, PreferNoSchedule or NoExecute */
    public FakeNode taint(String key, String value, String effect) {
        List<Taint> all = new ArrayList<>(taints);
        all.add(new Taint(effect, key, null, value));
        return new FakeNode(name, resources, labels, all);
    }

    private static Map<String, String> with(Map<String, String> map, String key, String value) {
        Map<String, String> copy = new LinkedHashMap<>(map);
        copy.put(key, value);
        return copy;
    }

    /** The object to create: ready at once, so that schedulers need not wait for the first heartbeat. */
    Node toNode() {
        Map<String, Quantity> quantities = new LinkedHashMap<>();
        resources.forEach((resource, quantity) -> quantities.put(resource, new Quantity(quantity)));
        return new NodeBuilder()
                .withNewMetadata()
                .withName(name)
                .addToAnnotations(ANNOTATION, "fake")
                .addToLabels("kubernetes.io/hostname", name)
                .addToLabels("kubernetes.io/os", "linux")
                .addToLabels("kubernetes.io/arch", "amd64")
                .addToLabels("type", "fake")
                .addToLabels(labels)
                .endMetadata()
                .withNewSpec()
                .withTaints(taints)
                .endSpec()
                .withNewStatus()
                .withCapacity(quantities)
                .withAllocatable(quantities)
                .addNewCondition()
                .withType("Ready")
                .withStatus("True")
                .withReason("KubeletReady")
                .withMessage("fake node")
                .endCondition()
                .endStatus()
                .build();
    }
}
