package dev.customscheduler.runtime.testing;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;

/** Pods for tests. */
public final class Pods {
    private Pods() {}

    /** A pod of one container that asks for so much CPU. */
    public static PodBuilder of(String namespace, String name, String schedulerName, String cpu) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withSchedulerName(schedulerName)
                .addNewContainer()
                .withName("main")
                .withImage("none")
                .withNewResources()
                .addToRequests("cpu", new Quantity(cpu))
                .endResources()
                .endContainer()
                .endSpec();
    }

    /** A pod that no scheduler looks for. */
    public static Pod unclaimed(String namespace, String name) {
        return of(namespace, name, "nobody", "100m").build();
    }
}
