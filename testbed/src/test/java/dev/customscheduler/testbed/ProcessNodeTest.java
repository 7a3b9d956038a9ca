package dev.customscheduler.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.customscheduler.testbed.junit.Namespace;
import dev.customscheduler.testbed.junit.TestBedTest;
import dev.customscheduler.testbed.node.LocalImage;
import dev.customscheduler.testbed.node.ProcessNode;
import dev.customscheduler.testbed.tools.Tool;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestBedTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProcessNodeTest {
    private final TestBed bed;
    private final KubernetesClient client;
    private ProcessNode node;

    ProcessNodeTest(TestBed bed) {
        this.bed = bed;
        client = bed.client();
    }

    @BeforeAll
    void startNode() {
        node = bed.processNode("process-node-test")
                .image(
                        "registry.k8s.io/kube-scheduler",
                        LocalImage.program(bed.tools().path(Tool.KUBE_SCHEDULER)))
                .image("local/shell", LocalImage.program(Path.of("/bin/sh")))
                .restartBackoff(Duration.ofSeconds(2), Duration.ofSeconds(10))
                .start();
    }

    @AfterAll
    void stopNode() {
        node.close();
        client.nodes().withName(node.name()).delete();
    }

    /** Two replicas of the real scheduler from an ordinary Deployment, each listening on 0.0.0.0:10259. */
    @Test
    void runsADeploymentOfKubeScheduler(@Namespace String namespace) throws IOException, InterruptedException {
        for (HasMetadata object : manifests("kube-scheduler.yaml", namespace)) {
            client.resource(object).create();
        }
        await().atMost(Duration.ofSeconds(60)).until(() -> ready(namespace) == 2);
        Pod leader = await().atMost(Duration.ofSeconds(30)).until(() -> leader(namespace), p -> p != null);
        assertThat(leader.getStatus().getPodIP()).startsWith("10.77.");
        assertThat(kubectl("logs", "-n", namespace, leader.getMetadata().getName()))
                .containsIgnoringCase("successfully acquired lease");
        assertThat(kubectl("logs", "-n", namespace, leader.getMetadata().getName(), "--tail=1")
                        .lines())
                .hasSize(1);
        assertThat(kubectl(
                        "get",
                        "--raw",
                        "/api/v1/namespaces/" + namespace + "/pods/https:"
                                + leader.getMetadata().getName() + ":10259/proxy/healthz"))
                .isEqualTo("ok");

        kill(leader);
        String name = leader.getMetadata().getName();
        await().atMost(Duration.ofSeconds(30))
                .until(() -> status(namespace, name).getRestartCount() == 1);
        assertThat(status(namespace, name).getLastState().getTerminated().getExitCode())
                .isEqualTo(137);
        await().atMost(Duration.ofSeconds(60)).until(() -> ready(namespace) == 2);
        kill(client.pods().inNamespace(namespace).withName(name).get());
        await().atMost(Duration.ofSeconds(10)).until(() -> "CrashLoopBackOff".equals(waiting(namespace, name)));
        await().atMost(Duration.ofSeconds(30))
                .until(() -> status(namespace, name).getRestartCount() == 2);

        long started = System.nanoTime();
        client.apps().deployments().inNamespace(namespace).withName("scheduler").delete();
        await().atMost(Duration.ofSeconds(40))
                .until(() ->
                        client.pods().inNamespace(namespace).list().getItems().isEmpty());
        System.out.println("two kube-schedulers deleted in " + Duration.ofNanos(System.nanoTime() - started));
    }

    @Test
    void writesVolumesVariablesAndStatusAsAKubelet(@Namespace String namespace)
            throws IOException, InterruptedException {
        for (HasMetadata object : manifests("everything.yaml", namespace)) {
            client.resource(object).create();
        }
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(phase(namespace, "everything")).isEqualTo("Succeeded"));
        String log = kubectl("logs", "-n", namespace, "everything", "-c", "main");
        assertThat(log.lines())
                .containsExactly(
                        "arguments one " + namespace,
                        "variables everything process-node-test 250 from-map $(UNKNOWN) from-secret",
                        "map value",
                        "item value",
                        "sub value",
                        "label app=\"everything\"",
                        "token of three parts",
                        namespace,
                        "certificate yes",
                        "read-only yes",
                        "from init",
                        "capabilities 0000000000000000",
                        "working directory /usr");
        assertThat(client.pods()
                        .inNamespace(namespace)
                        .withName("everything")
                        .get()
                        .getStatus()
                        .getConditions())
                .anySatisfy(c -> {
                    assertThat(c.getType()).isEqualTo("Ready");
                    assertThat(c.getReason()).isEqualTo("PodCompleted");
                });
    }

    @Test
    void saysWhatItCannotRun(@Namespace String namespace) throws IOException {
        for (HasMetadata object : manifests("unknown.yaml", namespace)) {
            client.resource(object).create();
        }
        await().atMost(Duration.ofSeconds(20))
                .until(() -> "ImagePullBackOff".equals(waiting(namespace, "unknown-image")));
        await().atMost(Duration.ofSeconds(20))
                .until(() -> "CreateContainerConfigError".equals(waiting(namespace, "unknown-key")));
        node.image("local/late", LocalImage.program(Path.of("/bin/sleep")));
        await().atMost(Duration.ofSeconds(20)).until(() -> "Running".equals(phase(namespace, "unknown-image")));
        client.pods().inNamespace(namespace).delete();
        await().atMost(Duration.ofSeconds(20))
                .until(() ->
                        client.pods().inNamespace(namespace).list().getItems().isEmpty());
    }

    private long ready(String namespace) {
        Integer ready = client.apps()
                .deployments()
                .inNamespace(namespace)
                .withName("scheduler")
                .get()
                .getStatus()
                .getReadyReplicas();
        return ready == null ? 0 : ready;
    }

    private Pod leader(String namespace) {
        var lease = client.leases().inNamespace(namespace).withName("scheduler").get();
        String holder = lease == null || lease.getSpec().getHolderIdentity() == null
                ? ""
                : lease.getSpec().getHolderIdentity();
        return client.pods()
                .inNamespace(namespace)
                .withName(holder.split("_")[0])
                .get();
    }

    private ContainerStatus status(String namespace, String pod) {
        return client.pods()
                .inNamespace(namespace)
                .withName(pod)
                .get()
                .getStatus()
                .getContainerStatuses()
                .getFirst();
    }

    private String waiting(String namespace, String pod) {
        Pod current = client.pods().inNamespace(namespace).withName(pod).get();
        if (current.getStatus().getContainerStatuses().isEmpty()) {
            return "";
        }
        var waiting =
                current.getStatus().getContainerStatuses().getFirst().getState().getWaiting();
        return waiting == null ? "" : waiting.getReason();
    }

    private String phase(String namespace, String pod) {
        return client.pods()
                .inNamespace(namespace)
                .withName(pod)
                .get()
                .getStatus()
                .getPhase();
    }

    private static void kill(Pod pod) {
        String id = pod.getStatus().getContainerStatuses().getFirst().getContainerID();
        ProcessHandle.of(Long.parseLong(id.substring("process://".length())))
                .orElseThrow()
                .destroyForcibly();
    }

    private List<HasMetadata> manifests(String file, String namespace) throws IOException {
        try (InputStream in = ProcessNodeTest.class.getResourceAsStream(file)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("NAMESPACE", namespace);
            return client.load(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))
                    .items();
        }
    }

    private String kubectl(String... arguments) throws IOException, InterruptedException {
        Path output = Files.createTempFile("kubectl", ".out");
        List<String> command = new java.util.ArrayList<>(
                List.of(bed.tools().path(Tool.KUBECTL).toString(), "--kubeconfig=" + bed.adminKubeconfig()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        String text = Files.readString(output);
        Files.delete(output);
        return text;
    }
}
