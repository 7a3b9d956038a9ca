package dev.customscheduler.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.customscheduler.engine.explain.Explanation;
import dev.customscheduler.runtime.testing.LiveScheduler;
import dev.customscheduler.runtime.testing.Pods;
import dev.customscheduler.runtime.tls.Trust;
import dev.customscheduler.testbed.TestBed;
import dev.customscheduler.testbed.fake.FakeNode;
import dev.customscheduler.testbed.junit.Namespace;
import dev.customscheduler.testbed.junit.TestBedTest;
import dev.customscheduler.testbed.process.Daemon;
import dev.customscheduler.testbed.process.Ports;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBuilder;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.Test;

/** A running scheduler is asked why a pod is where it is. */
@TestBedTest
class ExplainPageTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String PROFILE = "explained-scheduler";
    private static final String AUDIENCE = "explain.customscheduler.dev";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static String configuration(Path kubeconfig, String namespace) {
        return """
                apiVersion: kubescheduler.config.k8s.io/v1
                kind: KubeSchedulerConfiguration
                clientConnection: {kubeconfig: %s}
                leaderElection: {leaderElect: true, resourceName: kube-scheduler, resourceNamespace: %s}
                profiles: [{schedulerName: %s}]
                """.formatted(kubeconfig, namespace, PROFILE);
    }

    private static Daemon start(TestBed bed, String namespace, String name, Path config, int port) {
        String admin = bed.adminKubeconfig().toString();
        return LiveScheduler.runtime(
                bed,
                namespace + "-" + name,
                List.of(
                        "--config=" + config,
                        "--bind-address=127.0.0.1",
                        "--secure-port=" + port,
                        "--authentication-kubeconfig=" + admin,
                        "--authorization-kubeconfig=" + admin));
    }

    private static HttpClient client() throws Exception {
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(null, new TrustManager[] {Trust.everyone()}, null);
        return HttpClient.newBuilder().sslContext(tls).build();
    }

    private static HttpResponse<String> ask(int port, String pod, String... header) throws Exception {
        URI uri = URI.create("https://127.0.0.1:" + port + "/debug/explain/" + pod);
        HttpRequest.Builder request = HttpRequest.newBuilder(uri);
        if (header.length > 0) {
            request.headers(header);
        }
        try (HttpClient client = client()) {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        }
    }

    /** A token of an account that may get the pods of the namespace. */
    private static String token(TestBed bed, String namespace, String audience) {
        return bed.client()
                .serviceAccounts()
                .inNamespace(namespace)
                .withName("viewer")
                .tokenRequest(new TokenRequestBuilder()
                        .withNewSpec()
                        .withExpirationSeconds(600L)
                        .withAudiences(audience.isEmpty() ? List.of() : List.of(audience))
                        .endSpec()
                        .build())
                .getStatus()
                .getToken();
    }

    private static void viewer(TestBed bed, String namespace) {
        bed.client()
                .resource(new ServiceAccountBuilder()
                        .withNewMetadata()
                        .withNamespace(namespace)
                        .withName("viewer")
                        .endMetadata()
                        .build())
                .create();
        bed.client()
                .resource(new RoleBuilder()
                        .withNewMetadata()
                        .withNamespace(namespace)
                        .withName("viewer")
                        .endMetadata()
                        .addNewRule()
                        .withApiGroups("")
                        .withResources("pods")
                        .withVerbs("get")
                        .endRule()
                        .build())
                .create();
        bed.client()
                .resource(new RoleBindingBuilder()
                        .withNewMetadata()
                        .withNamespace(namespace)
                        .withName("viewer")
                        .endMetadata()
                        .withNewRoleRef("rbac.authorization.k8s.io", "Role", "viewer")
                        .addNewSubject("", "ServiceAccount", "viewer", namespace)
                        .build())
                .create();
    }

    @Test
    void answersThoseWhoMayGetThePod(TestBed bed, @Namespace String namespace, @Namespace String other)
            throws Exception {
        bed.fakeNodes().add(1, FakeNode.of(namespace).cpu("2"));
        viewer(bed, namespace);
        Path kubeconfig = LiveScheduler.account(bed, namespace, "scheduler");
        Path config = LiveScheduler.configuration(bed, namespace, configuration(kubeconfig, namespace));
        int port = Ports.free();
        try (Daemon ignored = start(bed, namespace, "leader", config, port)) {
            bed.client()
                    .resource(Pods.of(namespace, "big", PROFILE, "100").build())
                    .create();
            bed.client().resource(Pods.of(other, "big", PROFILE, "100").build()).create();
            await().atMost(PATIENCE).until(() -> hasCondition(bed, namespace) && hasCondition(bed, other));
            String big = namespace + "/big";

            assertThat(ask(port, big).statusCode()).isEqualTo(401);
            assertThat(ask(port, big, "Authorization", "Bearer nonsense").statusCode())
                    .isEqualTo(401);
            assertThat(ask(port, big, "Custom-Scheduler-Token", "nonsense").statusCode())
                    .isEqualTo(401);

            String viewer = token(bed, namespace, "");
            HttpResponse<String> answer = ask(port, big, "Authorization", "Bearer " + viewer);
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            Explanation e = JSON.readValue(answer.body(), Explanation.class);
            assertThat(e.state()).isIn(Explanation.State.UNSCHEDULABLE, Explanation.State.BACKOFF);
            assertThat(Objects.requireNonNull(e.lastAttempt()).message()).contains("Insufficient cpu");

            HttpResponse<String> forbidden = ask(port, other + "/big", "Authorization", "Bearer " + viewer);
            assertThat(forbidden.statusCode()).isEqualTo(403);
            assertThat(forbidden.body())
                    .contains("User \\\"system:serviceaccount:" + namespace + ":viewer\\\" cannot get resource")
                    .doesNotContain("Insufficient");

            String bounded = token(bed, namespace, AUDIENCE);
            assertThat(ask(port, big, "Custom-Scheduler-Token", bounded).statusCode())
                    .isEqualTo(200);
            assertThat(ask(port, other + "/big", "Custom-Scheduler-Token", bounded)
                            .statusCode())
                    .isEqualTo(403);
            assertThat(ask(port, big, "Authorization", "Bearer " + bounded).statusCode())
                    .as("for explanations only, and shown as such")
                    .isEqualTo(401);
            assertThat(ask(port, big, "Custom-Scheduler-Token", token(bed, namespace, "somebody.else"))
                            .statusCode())
                    .isEqualTo(401);

            HttpResponse<String> unknown = ask(port, namespace + "/nobody", "Authorization", "Bearer " + viewer);
            assertThat(unknown.statusCode()).isEqualTo(404);
            assertThat(unknown.body()).contains("that asks for one of the schedulers " + PROFILE);

            int second = Ports.free();
            try (Daemon alsoIgnored = start(bed, namespace, "second", config, second)) {
                await().atMost(PATIENCE).ignoreExceptions().untilAsserted(() -> {
                    HttpResponse<String> refusal = ask(second, big, "Authorization", "Bearer " + viewer);
                    assertThat(refusal.statusCode()).isEqualTo(503);
                    assertThat(refusal.body())
                            .contains("\"NotLeader\"")
                            .contains("this replica does not lead: " + holder(bed, namespace) + " does");
                });
            }
        }
    }

    private static boolean hasCondition(TestBed bed, String namespace) {
        Pod pod = bed.client().pods().inNamespace(namespace).withName("big").get();
        return pod.getStatus().getConditions().stream().anyMatch(c -> "Unschedulable".equals(c.getReason()));
    }

    private static String holder(TestBed bed, String namespace) {
        return bed.client()
                .leases()
                .inNamespace(namespace)
                .withName("kube-scheduler")
                .get()
                .getSpec()
                .getHolderIdentity();
    }
}
