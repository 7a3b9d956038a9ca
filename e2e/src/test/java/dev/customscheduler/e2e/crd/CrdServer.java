package dev.customscheduler.e2e.crd;

import static org.awaitility.Awaitility.await;

import dev.customscheduler.crds.v1alpha1.CustomScheduler;
import dev.customscheduler.crds.v1alpha1.CustomSchedulerSerialization;
import dev.customscheduler.testbed.TestBed;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.Objects;

/** The committed CRD on a real API server, and what the server says to a document sent as it is. */
public final class CrdServer implements AutoCloseable {
    private static final String PATH = "/apis/customscheduler.dev/v1alpha1/customschedulers";

    private final KubernetesClient client;

    /** An answer of the API server. */
    public record Answer(int code, String body) {
        /** The server took it. */
        public boolean isAdmitted() {
            return code == 200 || code == 201;
        }
    }

    /** Applies the CRD and waits until it is served. */
    public CrdServer(TestBed bed) {
        client = new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(bed.adminKubeconfig().toFile()))
                .withKubernetesSerialization(CustomSchedulerSerialization.create())
                .build();
        try (InputStream crd = Objects.requireNonNull(CustomScheduler.class.getResourceAsStream(
                "/META-INF/fabric8/" + "customschedulers.customscheduler.dev-v1.yml"))) {
            client.resource(client.getKubernetesSerialization().unmarshal(crd, CustomResourceDefinition.class))
                    .serverSideApply();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        await().atMost(Duration.ofSeconds(30))
                .ignoreExceptionsInstanceOf(KubernetesClientException.class)
                .until(() -> client.resources(CustomScheduler.class).list() != null);
    }

    /** A client that reads CustomSchedulers as the operator does. */
    public KubernetesClient client() {
        return client;
    }

    /** Sends a document as it is; the server keeps it unless {@code dryRun}. */
    public Answer post(String json, boolean dryRun) {
        URI uri = URI.create(
                client.getMasterUrl().toString().replaceAll("/$", "") + PATH + (dryRun ? "?dryRun=All" : ""));
        try {
            var request = client.getHttpClient()
                    .newHttpRequestBuilder()
                    .uri(uri)
                    .method("POST", "application/json", json)
                    .build();
            var response =
                    client.getHttpClient().sendAsync(request, String.class).join();
            return new Answer(response.code(), response.body());
        } catch (RuntimeException e) {
            throw new IllegalStateException("no answer to " + json.substring(0, Math.min(500, json.length())), e);
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
