package dev.customscheduler.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.customscheduler.testbed.junit.Namespace;
import dev.customscheduler.testbed.junit.TestBedTest;
import dev.customscheduler.testbed.node.LocalImage;
import dev.customscheduler.testbed.node.ProcessNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** An API server that goes and comes back, and a node that does. */
@TestBedTest(own = TestBedTest.ApiServerOnly.class)
class OutageTest {
    @Test
    void keepsPodsThroughTheOutageOfTheApiServerAndStartsThemAgainWithTheNode(
            TestBed bed, @Namespace String namespace) {
        KubernetesClient client = bed.client();
        ProcessNode first = node(bed);
        client.resource(new PodBuilder()
                        .withNewMetadata()
                        .withName("sleeper")
                        .withNamespace(namespace)
                        .endMetadata()
                        .withNewSpec()
                        .withNodeName(first.name())
                        .withAutomountServiceAccountToken(false)
                        .withTerminationGracePeriodSeconds(1L)
                        .addNewContainer()
                        .withName("main")
                        .withImage("local/sleep")
                        .withArgs("infinity")
                        .endContainer()
                        .endSpec()
                        .build())
                .create();
        await().atMost(Duration.ofSeconds(20)).until(() -> running(client, namespace));
        String process = Objects.requireNonNull(process(client, namespace));

        bed.withoutApiServer(() -> assertThatThrownBy(
                        () -> client.pods().inNamespace(namespace).list())
                .isInstanceOf(KubernetesClientException.class));
        assertThat(process(client, namespace)).isEqualTo(process);
        assertThat(alive(process)).isTrue();

        first.close();
        assertThat(alive(process)).isFalse();
        ProcessNode second = node(bed);
        await().atMost(Duration.ofSeconds(20))
                .until(() -> process(client, namespace), now -> now != null && !now.equals(process));
        assertThat(get(client, namespace)
                        .getStatus()
                        .getContainerStatuses()
                        .getFirst()
                        .getRestartCount())
                .isOne();
        assertThat(client.nodes().withName(second.name()).get().getStatus().getAddresses())
                .anySatisfy(a -> assertThat(a.getAddress()).isEqualTo(second.address()));

        client.pods().inNamespace(namespace).withName("sleeper").delete();
        await().atMost(Duration.ofSeconds(20))
                .until(() ->
                        client.pods().inNamespace(namespace).list().getItems().isEmpty());
    }

    private static ProcessNode node(TestBed bed) {
        return bed.processNode("outage")
                .image("local/sleep", LocalImage.program(Path.of("/bin/sleep")))
                .start();
    }

    private static Pod get(KubernetesClient client, String namespace) {
        return client.pods().inNamespace(namespace).withName("sleeper").get();
    }

    private static boolean running(KubernetesClient client, String namespace) {
        return "Running".equals(get(client, namespace).getStatus().getPhase());
    }

    private static @Nullable String process(KubernetesClient client, String namespace) {
        return get(client, namespace)
                .getStatus()
                .getContainerStatuses()
                .getFirst()
                .getContainerID();
    }

    private static boolean alive(String containerId) {
        return ProcessHandle.of(Long.parseLong(containerId.substring("process://".length())))
                .isPresent();
    }
}
