package dev.customscheduler.e2e.samples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.customscheduler.crds.v1alpha1.CustomScheduler;
import dev.customscheduler.crds.v1alpha1.CustomSchedulerSerialization;
import dev.customscheduler.e2e.crd.CrdServer;
import dev.customscheduler.manifests.ConfigurationDocument;
import dev.customscheduler.manifests.Environment;
import dev.customscheduler.manifests.Manifests;
import dev.customscheduler.manifests.Outcome;
import dev.customscheduler.testbed.TestBed;
import dev.customscheduler.testbed.junit.TestBedTest;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every sample is what the API server takes and what the manifests render without a complaint; and the API server takes
 * what they render, a second time without a change, and the pods where only restricted ones may run.
 */
@TestBedTest(own = TestBedTest.ApiServerOnly.class)
class SamplesTest {
    private static final Path SAMPLES = Path.of("..", "samples");

    private final CrdServer server;

    SamplesTest(TestBed bed) {
        server = new CrdServer(bed);
    }

    @AfterEach
    void close() {
        server.client().resources(CustomScheduler.class).delete();
        server.close();
    }

    static List<String> samples() throws IOException {
        try (Stream<Path> files = Files.list(SAMPLES)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("samples")
    void isTakenAsItIs(String file) throws IOException {
        KubernetesClient client = server.client();
        List<HasMetadata> documents = read(file);
        Optional<ConfigurationDocument> referenced = documents.stream()
                .filter(ConfigMap.class::isInstance)
                .map(ConfigMap.class::cast)
                .map(map -> new ConfigurationDocument(
                        "the ConfigMap", map.getData().values().iterator().next()))
                .findFirst();
        CustomScheduler scheduler = documents.stream()
                .filter(CustomScheduler.class::isInstance)
                .map(CustomScheduler.class::cast)
                .findFirst()
                .orElseThrow();
        client.resource(scheduler).fieldManager("test").serverSideApply();
        Outcome outcome = Manifests.of(scheduler, referenced, Environment.defaults("0.1.0"));
        assertThat(outcome.findings()).isEmpty();
        Outcome.Rendered rendered = (Outcome.Rendered) outcome;
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(rendered.namespace())
                        .addToLabels("pod-security.kubernetes.io/enforce", "restricted")
                        .endMetadata()
                        .build())
                .serverSideApply();
        for (HasMetadata object : rendered.objects()) {
            HasMetadata first = client.resource(object).fieldManager("test").serverSideApply();
            HasMetadata second = client.resource(object).fieldManager("test").serverSideApply();
            assertThat(second.getMetadata().getResourceVersion())
                    .as("%s %s", object.getKind(), object.getMetadata().getName())
                    .isEqualTo(first.getMetadata().getResourceVersion());
        }
        client.resource(pod(rendered.deployment())).dryRun().create();
    }

    private static Pod pod(Deployment deployment) {
        return new PodBuilder()
                .withMetadata(deployment.getSpec().getTemplate().getMetadata())
                .withSpec(deployment.getSpec().getTemplate().getSpec())
                .editMetadata()
                .withName("pod")
                .withNamespace(deployment.getMetadata().getNamespace())
                .endMetadata()
                .build();
    }

    private static List<HasMetadata> read(String file) throws IOException {
        KubernetesSerialization serialization = CustomSchedulerSerialization.create();
        List<HasMetadata> documents = new ArrayList<>();
        for (String document : Files.readString(SAMPLES.resolve(file)).split("(?m)^---$")) {
            documents.add(serialization.unmarshal(document));
        }
        return documents;
    }
}
