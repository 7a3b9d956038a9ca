package dev.customscheduler.operator.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.customscheduler.testbed.TestBed;
import dev.customscheduler.testbed.junit.Namespace;
import dev.customscheduler.testbed.junit.TestBedTest;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** An object of an API that not every cluster serves. */
@TestBedTest
class ServiceMonitorTest {
    private static final Duration PATIENCE = Duration.ofSeconds(40);
    private static final String DEFINITION = """
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata: {name: servicemonitors.monitoring.coreos.com}
            spec:
              group: monitoring.coreos.com
              scope: Namespaced
              names: {kind: ServiceMonitor, plural: servicemonitors, singular: servicemonitor, listKind: ServiceMonitorList}
              versions:
              - name: v1
                served: true
                storage: true
                schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
            """;

    private final TestBed bed;
    private final KubernetesClient client;
    private final Schedulers schedulers;

    ServiceMonitorTest(TestBed bed) {
        this.bed = bed;
        client = bed.client();
        schedulers = new Schedulers(client);
    }

    @Test
    void itIsMadeWhereItsApiIsServedAndNotWrittenAgain(@Namespace String namespace) {
        var definition = client.getKubernetesSerialization()
                .<CustomResourceDefinition>unmarshal(DEFINITION, CustomResourceDefinition.class);
        client.resource(definition).create();
        await().atMost(PATIENCE).until(() -> client.getApiResources("monitoring.coreos.com/v1") != null);
        try (var operator =
                TestOperator.start(bed, bed.newNamespace("operator"), "cluster-admin", Duration.ofSeconds(1))) {
            var resource = schedulers.apply(Schedulers.yaml("monitored", namespace));
            var made = await().atMost(PATIENCE)
                    .until(
                            () -> client.genericKubernetesResources("monitoring.coreos.com/v1", "ServiceMonitor")
                                    .inNamespace(namespace)
                                    .withName("monitored")
                                    .get(),
                            Objects::nonNull);
            assertThat(made.getMetadata().getOwnerReferences())
                    .extracting(o -> o.getUid())
                    .containsExactly(resource.getMetadata().getUid());
            double reconciliations = operator.reconciliations();
            await().atMost(PATIENCE).until(() -> operator.reconciliations() > reconciliations + 2);
            assertThat(client.resource(made).get().getMetadata().getResourceVersion())
                    .isEqualTo(made.getMetadata().getResourceVersion());

            client.resource(made).delete();
            await().atMost(PATIENCE)
                    .until(
                            () -> client.resource(made).get(),
                            again -> again != null
                                    && !again.getMetadata()
                                            .getUid()
                                            .equals(made.getMetadata().getUid()));
            schedulers.apply(Schedulers.yaml(
                    "monitored",
                    namespace,
                    "{profiles: [{schedulerName: monitored}]}",
                    "  monitoring: {enabled: false}"));
            await().atMost(PATIENCE).until(() -> client.resource(made).get() == null);
            schedulers.delete("monitored");
        } finally {
            client.resource(definition).delete();
        }
    }
}
