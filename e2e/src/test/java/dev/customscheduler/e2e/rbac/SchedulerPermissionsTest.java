package dev.customscheduler.e2e.rbac;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.customscheduler.crds.v1alpha1.CustomScheduler;
import dev.customscheduler.crds.v1alpha1.CustomSchedulerSerialization;
import dev.customscheduler.manifests.Environment;
import dev.customscheduler.manifests.Manifests;
import dev.customscheduler.manifests.Outcome;
import dev.customscheduler.runtime.Main;
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
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The real kube-scheduler, and the bundled runtime, run from the generated pod template with the token of their own
 * service account, and the API server refuses them nothing: not while they start, and not while they place pods;
 * kube-scheduler also binds volumes, allocates devices and preempts.
 */
@TestBedTest(own = SchedulerPermissionsTest.WithControllers.class)
class SchedulerPermissionsTest {
    private static final String KUBE_SCHEDULER = "{type: KubeScheduler, version: \"1.37.2\"}";
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

    SchedulerPermissionsTest(TestBed bed) {
        this.bed = bed;
        client = bed.client();
    }

    @BeforeAll
    static void startNode(TestBed bed) {
        bed.processNode("process-node")
                .image(
                        "registry.k8s.io/kube-scheduler",
                        LocalImage.program(bed.tools().path(Tool.KUBE_SCHEDULER)))
                .image("customscheduler/scheduler-runtime", runtimeImage())
                .start();
    }

    /** The runtime from this test's own class path. */
    private static LocalImage runtimeImage() {
        List<Path> classPath = Arrays.stream(
                        System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(path -> Path.of(path).toAbsolutePath())
                .toList();
        return LocalImage.java(classPath, Main.class.getName(), "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
    }

    @Test
    void allPlugins() throws IOException {
        run("all", KUBE_SCHEDULER, "{}", List.of("with-volume", "with-device", "with-extended-resource"), true);
    }

    /** From the same pod template but for the image and its command; plain pods only. */
    @Test
    void theBundledRuntime() throws IOException {
        run("bundled", "{type: Bundled}", "{}", List.of(), false);
    }

    @Test
    void fewPlugins() throws IOException {
        run("few", KUBE_SCHEDULER, """
                {profiles: [{plugins: {multiPoint: {disabled: [{name: DefaultPreemption}, {name: PodTopologySpread},
                {name: InterPodAffinity}, {name: VolumeBinding}, {name: VolumeZone}, {name: VolumeRestrictions},
                {name: NodeVolumeLimits}, {name: DynamicResources}]}}}]}""".replace("\n", " "), List.of(), false);
    }

    private void run(String name, String runtime, String configuration, List<String> placed, boolean preempts)
            throws IOException {
        String namespace = bed.newNamespace(name);
        CustomScheduler resource = CustomSchedulerSerialization.create()
                .unmarshal(
                        """
                metadata: {name: %s}
                spec:
                  namespace: %s
                  replicas: 2
                  runtime: %s
                  configuration: %s
                  deployment: {nodeSelector: {"%s": "true"}}
                """.formatted(name, namespace, runtime, configuration, ProcessNode.LABEL),
                        CustomScheduler.class);
        Outcome outcome = Manifests.of(resource, Environment.defaults("0.1.0"));
        assertThat(outcome).as(outcome.findings().toString()).isInstanceOf(Outcome.Rendered.class);
        for (HasMetadata object : ((Outcome.Rendered) outcome).objects()) {
            client.resource(object).serverSideApply();
        }
        await("both replicas are ready")
                .atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(schedulers(namespace, name)).hasSize(2).allMatch(SchedulerPermissionsTest::isReady));
        bed.fakeNodes().add(List.of(FakeNode.of(name + "-0").cpu("2").label("pool", name)));
        place(namespace, name, placed, preempts);
        List<String> lines = new ArrayList<>();
        for (Pod pod : schedulers(namespace, name)) {
            client.pods().resource(pod).getLog().lines().forEach(lines::add);
        }
        assertThat(lines).anyMatch(line -> line.toLowerCase(Locale.ROOT).contains("acquired lease"));
        assertThat(lines).noneMatch(line -> line.toLowerCase(Locale.ROOT).contains("forbidden"));
    }

    private void place(String namespace, String name, List<String> placed, boolean preempts) throws IOException {
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
        for (String bound : placed) {
            awaitBound(namespace, bound);
        }
        if (!preempts) {
            return;
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
