package dev.customscheduler.runtime.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.customscheduler.runtime.flags.CommandLine;
import dev.customscheduler.runtime.flags.Flags;
import dev.customscheduler.runtime.tls.Identity;
import dev.customscheduler.runtime.tls.IdentityFiles;
import dev.customscheduler.runtime.tls.ReloadingKeyManager;
import dev.customscheduler.runtime.tls.Trust;
import dev.customscheduler.testbed.TestBed;
import dev.customscheduler.testbed.controlplane.Pki;
import dev.customscheduler.testbed.junit.Namespace;
import dev.customscheduler.testbed.junit.TestBedTest;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSession;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@TestBedTest
class HttpsEndpointTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static HttpsEndpoint serve(String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of("--bind-address=127.0.0.1", "--secure-port=0"));
        all.addAll(List.of(arguments));
        Flags flags = ((CommandLine.Result.Run) CommandLine.parse(all, "test")).flags();
        HttpsEndpoint endpoint = ServingSetup.bind(flags, "test");
        endpoint.page("/metrics", () -> Page.text(200, "figures\n"));
        return endpoint;
    }

    private static HttpClient client(@Nullable KeyManager identity) throws GeneralSecurityException {
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(identity == null ? null : new KeyManager[] {identity}, new TrustManager[] {Trust.everyone()}, null);
        return HttpClient.newBuilder().sslContext(tls).build();
    }

    private static HttpResponse<String> get(HttpClient client, HttpsEndpoint endpoint, String path, String token)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + endpoint.port() + path));
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void asksWhoAndWhetherBeforeAnythingButHealth(TestBed bed, @Namespace String namespace) throws Exception {
        String reader = token(bed, namespace, "default");
        bed.client()
                .resource(new ClusterRoleBuilder()
                        .withNewMetadata()
                        .withName(namespace)
                        .endMetadata()
                        .addNewRule()
                        .withNonResourceURLs("/metrics")
                        .withVerbs("get")
                        .endRule()
                        .build())
                .create();
        bed.client()
                .resource(new ClusterRoleBindingBuilder()
                        .withNewMetadata()
                        .withName(namespace)
                        .endMetadata()
                        .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", namespace)
                        .addNewSubject("", "ServiceAccount", "default", namespace)
                        .build())
                .create();
        String kubeconfig = bed.adminKubeconfig().toString();
        try (HttpsEndpoint endpoint =
                        serve("--authentication-kubeconfig=" + kubeconfig, "--authorization-kubeconfig=" + kubeconfig);
                HttpClient client = client(null)) {
            endpoint.health("healthz", List.of());
            endpoint.start();
            assertThat(get(client, endpoint, "/healthz", "").body()).isEqualTo("ok");
            HttpResponse<String> anonymous = get(client, endpoint, "/metrics", "");
            assertThat(anonymous.statusCode()).isEqualTo(403);
            assertThat(anonymous.body())
                    .contains("forbidden: User \\\"system:anonymous\\\" cannot get path \\\"/metrics\\\"");
            HttpResponse<String> nonsense = get(client, endpoint, "/metrics", "nonsense");
            assertThat(nonsense.statusCode()).isEqualTo(401);
            assertThat(get(client, endpoint, "/metrics", reader).body()).isEqualTo("figures\n");
            assertThat(get(client, endpoint, "/configz", reader).statusCode()).isEqualTo(403);
        }
    }

    @Test
    void knowsClientCertificates(@TempDir Path dir) throws Exception {
        Pki pki = new Pki(dir);
        Pki.Identity known = pki.client("known", "somebody", "system:masters");
        Pki.Identity stranger = new Pki(dir.resolve("other")).client("stranger", "somebody", "system:masters");
        try (HttpsEndpoint endpoint = serve("--client-ca-file=" + pki.authorityCertificate());
                HttpClient admin = client(new ReloadingKeyManager(known.certificate(), known.key()));
                HttpClient other = client(new ReloadingKeyManager(stranger.certificate(), stranger.key()))) {
            endpoint.start();
            assertThat(get(admin, endpoint, "/metrics", "").statusCode()).isEqualTo(200);
            assertThat(get(other, endpoint, "/metrics", "").body()).contains("system:anonymous");
        }
    }

    @Test
    void servesHealthAsKubeSchedulerDoes() throws Exception {
        AtomicReference<@Nullable String> problem = new AtomicReference<>("not yet");
        try (HttpsEndpoint endpoint = serve();
                HttpClient client = client(null)) {
            endpoint.health("readyz", List.of(HealthCheck.PING, new HealthCheck("sched-handler-sync", problem::get)));
            endpoint.start();
            HttpResponse<String> failing = get(client, endpoint, "/readyz", "");
            assertThat(failing.statusCode()).isEqualTo(500);
            assertThat(failing.body())
                    .isEqualTo("[+]ping ok\n[-]sched-handler-sync failed: reason withheld\nreadyz check failed\n");
            assertThat(get(client, endpoint, "/readyz?exclude=sched-handler-sync", "")
                            .body())
                    .isEqualTo("ok");
            problem.set(null);
            assertThat(get(client, endpoint, "/readyz?verbose", "").body())
                    .isEqualTo("[+]ping ok\n[+]sched-handler-sync ok\nreadyz check passed\n");
            assertThat(get(client, endpoint, "/readyz/sched-handler-sync", "").statusCode())
                    .isEqualTo(403);
            assertThat(get(client, endpoint, "/metrics", "").statusCode()).isEqualTo(403);
        }
    }

    @Test
    void servesTheCertificateThatIsInTheFiles(@TempDir Path dir) throws Exception {
        Path certificate = dir.resolve("tls.crt");
        Path key = dir.resolve("tls.key");
        Identity first = put(dir.resolve("a"), certificate, key);
        try (HttpsEndpoint endpoint = serve("--tls-cert-file=" + certificate, "--tls-private-key-file=" + key)) {
            endpoint.health("healthz", List.of());
            endpoint.start();
            assertThat(served(endpoint)).isEqualTo(first.chain().getFirst());
            Identity second = put(dir.resolve("b"), certificate, key);
            assertThat(second.chain()).isNotEqualTo(first.chain());
            await().atMost(PATIENCE)
                    .until(() -> served(endpoint).equals(second.chain().getFirst()));
        }
    }

    private static Identity put(Path made, Path certificate, Path key) throws Exception {
        IdentityFiles.ensure(made, "localhost", List.of());
        Files.write(certificate, Files.readAllBytes(IdentityFiles.certificateIn(made)));
        Files.write(key, Files.readAllBytes(IdentityFiles.keyIn(made)));
        return IdentityFiles.read(certificate, key);
    }

    private static X509Certificate served(HttpsEndpoint endpoint) throws Exception {
        try (HttpClient client = client(null)) {
            HttpResponse<String> response = get(client, endpoint, "/healthz", "");
            SSLSession session = response.sslSession().orElseThrow();
            return (X509Certificate) session.getPeerCertificates()[0];
        }
    }

    private static String token(TestBed bed, String namespace, String account) throws IOException {
        Matcher token =
                Pattern.compile("token: *(\\S+)").matcher(Files.readString(bed.kubeconfigFor(namespace, account)));
        assertThat(token.find()).isTrue();
        return token.group(1);
    }
}
