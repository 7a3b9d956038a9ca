package dev.customscheduler.cli.sandbox;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The pods for the scheduler to place: three sizes in turn, so that packing and spreading can be told apart. */
final class Workload {
    static final String NAMESPACE = "default";
    static final String LABEL = "sandbox";

    private record Size(String name, String cpu, String memory) {}

    private static final List<Size> SIZES = List.of(
            new Size("small", "100m", "128Mi"), new Size("medium", "250m", "256Mi"), new Size("large", "500m", "1Gi"));

    private Workload() {}

    /**
     * The pods to create, in the order to create them.
     *
     * @param count how many
     * @param schedulerName who shall place them
     * @return pods named {@code pod-01} and on
     */
    static List<Pod> pods(int count, String schedulerName) {
        List<Pod> pods = new ArrayList<>();
        int digits = Math.max(2, Integer.toString(count).length());
        for (int i = 1; i <= count; i++) {
            Size size = SIZES.get((i - 1) % SIZES.size());
            pods.add(new PodBuilder()
                    .withNewMetadata()
                    .withName(String.format(Locale.ROOT, "pod-%0" + digits + "d", i))
                    .withNamespace(NAMESPACE)
                    .addToLabels("app", LABEL)
                    .addToLabels("size", size.name())
                    .endMetadata()
                    .withNewSpec()
                    .withSchedulerName(schedulerName)
                    .addNewContainer()
                    .withName("main")
                    .withImage("registry.k8s.io/pause:3.10")
                    .withNewResources()
                    .addToRequests("cpu", new Quantity(size.cpu()))
                    .addToRequests("memory", new Quantity(size.memory()))
                    .endResources()
                    .endContainer()
                    .endSpec()
                    .build());
        }
        return pods;
    }
}
