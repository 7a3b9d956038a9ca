package dev.customscheduler.testbed;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.customscheduler.testbed.fake.FakeNode;
import dev.customscheduler.testbed.junit.Namespace;
import dev.customscheduler.testbed.junit.TestBedTest;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.List;
import org.junit.jupiter.api.Test;

@TestBedTest
class ControlPlaneTest {
    @Test
    void tellsTheVersionThatIsPinned(TestBed bed) {
        assertThat(bed.client().getKubernetesVersion().getGitVersion())
                .isEqualTo(bed.tools().kubernetesVersion());
    }

    @Test
    void judgesServiceAccountsByRbac(TestBed bed, @Namespace String namespace) {
        try (KubernetesClient account = TestBed.client(bed.kubeconfigFor(namespace, "default"))) {
            assertThatThrownBy(() -> account.pods().inNamespace(namespace).list())
                    .isInstanceOfSatisfying(
                            KubernetesClientException.class,
                            e -> assertThat(e.getCode()).isEqualTo(403))
                    .hasMessageContaining("system:serviceaccount:" + namespace + ":default");
        }
    }

    @Test
    void placesAndRunsPodsOnFakeNodes(TestBed bed, @Namespace String namespace) {
        List<Node> nodes = bed.fakeNodes().add(2, FakeNode.of("fake").label("test", namespace));
        Pod pod = bed.client()
                .resource(new PodBuilder()
                        .withNewMetadata()
                        .withName("one")
                        .withNamespace(namespace)
                        .endMetadata()
                        .withNewSpec()
                        .addToNodeSelector("test", namespace)
                        .addNewContainer()
                        .withName("main")
                        .withImage("none")
                        .endContainer()
                        .endSpec()
                        .build())
                .create();
        Pod running = bed.client()
                .resource(pod)
                .waitUntilCondition(
                        p -> p != null && "Running".equals(p.getStatus().getPhase()), 30, SECONDS);
        assertThat(running.getSpec().getNodeName()).startsWith("fake-");
        bed.fakeNodes().remove(nodes);
    }
}
