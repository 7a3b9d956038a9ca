package dev.customscheduler.runtime.soak;

import dev.customscheduler.runtime.testing.Pods;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Random;

/** Pods of every kind that waits for something different. */
final class SoakPods {
    private static final String HOSTNAME = "kubernetes.io/hostname";
    private static final String ZONE = "topology.kubernetes.io/zone";

    private final String namespace;
    private final String profile;
    private final Random random;
    private int number;

    SoakPods(String namespace, String profile, Random random) {
        this.namespace = namespace;
        this.profile = profile;
        this.random = random;
    }

    String app() {
        return "app-" + random.nextInt(6);
    }

    String disk() {
        return random.nextInt(3) == 0 ? "hdd" : "ssd";
    }

    Pod next() {
        String app = app();
        PodBuilder builder = Pods.of(namespace, "soak-" + number++, profile, 100 * (1 + random.nextInt(12)) + "m");
        builder.editMetadata().addToLabels("app", app).endMetadata();
        PodSpecBuilder spec = new PodSpecBuilder(builder.buildSpec());
        spec.withPriority(null);
        if (random.nextInt(4) == 0) {
            spec.withPriorityClassName("soak-" + random.nextInt(3));
        }
        spec.editFirstContainer()
                .editResources()
                .addToRequests("memory", new Quantity(128 * (1 + random.nextInt(12)) + "Mi"))
                .endResources()
                .endContainer();
        LabelSelector same =
                new LabelSelectorBuilder().addToMatchLabels("app", app).build();
        switch (random.nextInt(12)) {
            case 0 -> spec.addToNodeSelector("disk", disk());
            case 1 ->
                spec.addNewToleration()
                        .withKey("dedicated")
                        .withOperator("Exists")
                        .endToleration();
            case 2 ->
                spec.addNewTopologySpreadConstraint()
                        .withMaxSkew(1)
                        .withTopologyKey(ZONE)
                        .withWhenUnsatisfiable("DoNotSchedule")
                        .withLabelSelector(same)
                        .endTopologySpreadConstraint();
            case 3 ->
                spec.withNewAffinity()
                        .withNewPodAntiAffinity()
                        .addNewRequiredDuringSchedulingIgnoredDuringExecution()
                        .withTopologyKey(HOSTNAME)
                        .withLabelSelector(same)
                        .endRequiredDuringSchedulingIgnoredDuringExecution()
                        .endPodAntiAffinity()
                        .endAffinity();
            case 4 ->
                spec.withNewAffinity()
                        .withNewPodAffinity()
                        .addNewRequiredDuringSchedulingIgnoredDuringExecution()
                        .withTopologyKey(ZONE)
                        .withLabelSelector(same)
                        .endRequiredDuringSchedulingIgnoredDuringExecution()
                        .endPodAffinity()
                        .endAffinity();
            case 5 ->
                spec.editFirstContainer()
                        .addNewPort()
                        .withContainerPort(8080)
                        .withHostPort(8080 + random.nextInt(2))
                        .endPort()
                        .endContainer();
            case 6 ->
                spec.editFirstContainer()
                        .editResources()
                        .addToRequests("cpu", new Quantity(3 + random.nextInt(4) + ""))
                        .endResources()
                        .endContainer();
            case 7 -> spec.addNewSchedulingGate("example.com/wait");
            default -> {}
        }
        return builder.withSpec(spec.build()).build();
    }
}
