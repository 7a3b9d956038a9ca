package dev.customscheduler.e2e.rbac;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.customscheduler.crds.v1alpha1.CustomScheduler;
import dev.customscheduler.crds.v1alpha1.CustomSchedulerSerialization;
import dev.customscheduler.manifests.Environment;
import dev.customscheduler.manifests.Manifests;
import dev.customscheduler.manifests.Outcome;
import dev.customscheduler.testbed.TestBed;
import dev.customscheduler.testbed.fake.FakeNode;
import dev.customscheduler.testbed.junit.TestBedTest;
import dev.customscheduler.testbed.node.LocalImage;
import dev.customscheduler.testbed.node.ProcessNode;
import dev.customscheduler.testbed.tools.Tool;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The real kube-scheduler runs from the generated pod template with the token of its own service account, and the API
 * server refuses it nothing: not while it starts, and not while it binds volumes, allocates devices and preempts.
 */
@TestBedTest(own = KubeSchedulerPermissionsTest.WithControllers.class)
class KubeSchedulerPermissionsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(180);

    /** Everything but the audit log. */
    public static final class WithControllers implements UnaryOperator<TestBed.Builder> {
        @Override
        public TestBed.Builder apply(TestBed.Builder builder) {
            return builder.controllerManager("persistentvolume-binder-controller")
                    .scheduler()
                    .kwok();
        }
    }

    private final TestBed bed;
    private final KubernetesClient client;

    KubeSchedulerPermissionsTest(TestBed bed) {
        this.bed = bed;
        client = bed.client();
    }

    @BeforeAll
    static void startNode(TestBed bed) {
        bed.processNode("process-node")
                .image(
                        "registry.k8s.io/kube-scheduler",
                        LocalImage.program(bed.tools().path(Tool.KUBE_SCHEDULER)))
                .start();
    }

    @Test
    void allPlugins() throws IOException {
        run("all", "{}", true);
    }

    @Test
    void fewPlugins() throws IOException {
        run("few", """
                {profiles: [{plugins: {multiPoint: {disabled: [{name: DefaultPreemption}, {name: PodTopologySpread},
                {name: InterPodAffinity}, {name: VolumeBinding}, {name: VolumeZone}, {name: VolumeRestrictions},
                {name: NodeVolumeLimits}, {name: DynamicResources}]}}}]}""".replace("\n", " "), false);
    }

    private void run(String name, String configuration, boolean everything) throws IOException {
        String namespace = bed.newNamespace(name);
        CustomScheduler resource = CustomSchedulerSerialization.create()
                .unmarshal("""
                metadata: {name: %s}
                spec:
                  namespace: %s
                  replicas: 2
                  runtime: {type: KubeScheduler, version: "1.37.2"}
                  configuration: %s
                  deployment: {nodeSelector: {"%s": "true"}}
                """.formatted(name, namespace, configuration, ProcessNode.LABEL), CustomScheduler.class);
        Outcome outcome = Manifests.of(resource, Environment.defaults("0.1.0"));
        assertThat(outcome).as(outcome.findings().toString()).isInstanceOf(Outcome.Rendered.class);
        for (HasMetadata object : ((Outcome.Rendered) outcome).objects()) {
            client.resource(object).serverSideApply();
        }
        await("both replicas are ready")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(schedulers(namespace, name))
                        .hasSize(2)
                        .allMatch(KubeSchedulerPermissionsTest::isReady));
        bed.fakeNodes().add(List.of(FakeNode.of(name + "-0").cpu("2").label("pool", name)));
        place(namespace, name, everything);
        List<String> lines = new ArrayList<>();
        for (Pod pod : schedulers(namespace, name)) {
            client.pods().resource(pod).getLog().lines().forEach(lines::add);
        }
        assertThat(lines).anyMatch(line -> line.contains("Successfully acquired lease"));
        assertThat(lines).noneMatch(line -> line.contains("forbidden"));
    }

    private void place(String namespace, String name, boolean everything) throws IOException {
        client.resource(pod(namespace, name, "low", "1500m")).create();
        awaitBound(namespace, "low");
        try (InputStream workload = Objects.requireNonNull(getClass().getResourceAsStream("/rbac/workload.yaml"))) {
            String text = new String(workload.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("NAMESPACE", namespace)
                    .replace("SCHEDULER", name);
            client.load(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))
                    .create();
        }
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(client.pods()
                                .inNamespace(namespace)
                                .withName("too-big")
                                .get()
                                .getStatus()
                                .getConditions())
                        .anyMatch(condition -> condition.getMessage() != null
                                && condition.getMessage().contains("Insufficient cpu")));
        if (!everything) {
            return;
        }
        for (String bound : List.of("with-volume", "with-device", "with-extended-resource")) {
            awaitBound(namespace, bound);
        }
        Pod high = pod(namespace, name, "high", "1500m");
        high.getSpec().setPriorityClassName(name + "-high");
        client.resource(high).create();
        awaitBound(namespace, "high");
    }

    private void awaitBound(String namespace, String pod) {
        await(pod + " is bound").atMost(PATIENCE).untilAsserted(() -> {
            Pod found = client.pods().inNamespace(namespace).withName(pod).get();
            assertThat(found.getSpec().getNodeName())
                    .as("%s", found.getStatus().getConditions())
                    .isNotNull();
        });
    }

    private static Pod pod(String namespace, String scheduler, String name, String cpu) {
        return new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(namespace)
                .addToLabels("app", name)
                .endMetadata()
                .withNewSpec()
                .withSchedulerName(scheduler)
                .addToNodeSelector("pool", scheduler)
                .withTerminationGracePeriodSeconds(1L)
                .addNewContainer()
                .withName("c")
                .withImage("any")
                .withNewResources()
                .addToRequests("cpu", new Quantity(cpu))
                .endResources()
                .endContainer()
                .endSpec()
                .build();
    }

    private List<Pod> schedulers(String namespace, String name) {
        return client.pods()
                .inNamespace(namespace)
                .withLabel("component", name)
                .list()
                .getItems();
    }

    private static boolean isReady(Pod pod) {
        return pod.getStatus().getConditions().stream()
                .anyMatch(condition -> condition.getType().equals("Ready")
                        && condition.getStatus().equals("True"));
    }
}
