package dev.customscheduler.testbed;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** Makes namespaces that pods can be created in: the API server refuses a pod whose service account does not exist. */
final class Namespaces {
    private final KubernetesClient client;
    private final boolean controllerManager;

    Namespaces(KubernetesClient client, boolean controllerManager) {
        this.client = client;
        this.controllerManager = controllerManager;
    }

    String create(String name) {
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .build())
                .create();
        if (controllerManager) {
            client.serviceAccounts()
                    .inNamespace(name)
                    .withName("default")
                    .waitUntilCondition(Objects::nonNull, 30, TimeUnit.SECONDS);
        } else {
            client.resource(new ServiceAccountBuilder()
                            .withNewMetadata()
                            .withName("default")
                            .withNamespace(name)
                            .endMetadata()
                            .build())
                    .create();
        }
        return name;
    }
}
