package dev.customscheduler.e2e.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.customscheduler.crds.v1alpha1.CustomScheduler;
import dev.customscheduler.crds.v1alpha1.CustomSchedulerSerialization;
import dev.customscheduler.e2e.crd.CrdServer;
import dev.customscheduler.operator.CustomSchedulerOperator;
import dev.customscheduler.operator.OperatorOptions;
import dev.customscheduler.testbed.TestBed;
import dev.customscheduler.testbed.junit.TestBedTest;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Where the cluster serves ServiceMonitors there is one, which is mended, and goes when it is not wanted. */
@TestBedTest(own = TestBedTest.ApiServerOnly.class)
class ServiceMonitorTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String API = "monitoring.coreos.com/v1";

    @Test
    void isMadeMendedAndDeleted(TestBed bed) throws Exception {
        try (CrdServer server = new CrdServer(bed)) {
            KubernetesClient client = server.client();
            serveMonitors(client);
            var options = (OperatorOptions.Run) OperatorOptions.parse(
                    List.of("--leader-elect=false", "--health-bind-address=127.0.0.1:0"), Map.of(), 1);
            try (var operator =
                    new CustomSchedulerOperator(options.options(), operatorClient(bed), Clock.systemUTC())) {
                Thread running = Thread.ofPlatform().start(() -> run(operator));
                client.resource(client.getKubernetesSerialization().unmarshal("""
                        apiVersion: customscheduler.dev/v1alpha1
                        kind: CustomScheduler
                        metadata: {name: monitored}
                        spec:
                          namespace: kube-system
                          suspend: true
                          runtime: {type: KubeScheduler}
                          configuration: {}
                          monitoring: {interval: 15s, labels: {release: prometheus}}
                        """, CustomScheduler.class))
                        .create();
                Resource<GenericKubernetesResource> monitor = client.genericKubernetesResources(API, "ServiceMonitor")
                        .inNamespace("kube-system")
                        .withName("monitored");
                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(monitor.get()).isNotNull());
                assertThat(monitor.get().getMetadata().getLabels()).containsEntry("release", "prometheus");
                assertThat(monitor.get().getMetadata().getOwnerReferences())
                        .anyMatch(owner -> owner.getName().equals("monitored"));
                patch(monitor, "{\"spec\":{\"endpoints\":[]}}");
                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat((List<?>) monitor.get().get("spec", "endpoints"))
                                .hasSize(1));
                client.resources(CustomScheduler.class)
                        .withName("monitored")
                        .patch(
                                PatchContext.of(PatchType.JSON_MERGE),
                                "{\"spec\":{\"monitoring\":{\"enabled\":false}}}");
                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(monitor.get()).isNull());
                operator.close();
                running.join();
            }
        }
    }

    private static void run(CustomSchedulerOperator operator) {
        try {
            operator.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static KubernetesClient operatorClient(TestBed bed) {
        return new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(bed.adminKubeconfig().toFile()))
                .withKubernetesSerialization(CustomSchedulerSerialization.create())
                .build();
    }

    private static void patch(Resource<GenericKubernetesResource> monitor, String patch) {
        monitor.patch(PatchContext.of(PatchType.JSON_MERGE), patch);
    }

    private static void serveMonitors(KubernetesClient client) {
        client.resource(client.getKubernetesSerialization().unmarshal("""
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: servicemonitors.monitoring.coreos.com}
                spec:
                  group: monitoring.coreos.com
                  scope: Namespaced
                  names: {kind: ServiceMonitor, plural: servicemonitors, singular: servicemonitor}
                  versions:
                  - name: v1
                    served: true
                    storage: true
                    schema:
                      openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}
                """, CustomResourceDefinition.class))
                .serverSideApply();
        await().atMost(PATIENCE).until(() -> client.getApiResources(API) != null);
    }
}
