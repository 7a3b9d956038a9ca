package dev.customscheduler.cli.explain;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.customscheduler.cli.explain.Answer.Reason;
import dev.customscheduler.engine.explain.Explanation;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Asks the scheduler's leading pod, through the API server's pod proxy or at an address.
 *
 * <p>The proxy keeps the caller's own credential to itself, so another one is shown to the scheduler, in a header: a
 * token of a service account that is good for ten minutes and for explanations only (its audience is not the API
 * server). Whoever gets hold of it can ask for explanations, and nothing else.
 */
final class RunningScheduler {
    private static final String AUDIENCE = "explain.customscheduler.dev";
    private static final String HEADER = "Custom-Scheduler-Token";
    private static final String PATH = "/debug/explain/";
    private static final int PORT = 10259;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long TOKEN_SECONDS = 600;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final KubernetesClient client;
    private final Pod leader;

    RunningScheduler(KubernetesClient client, Pod leader) {
        this.client = client;
        this.leader = leader;
    }

    private record Reply(int code, String body) {}

    /**
     * What it says.
     *
     * @param token shown to the scheduler; where it is empty, one of {@code account} is made
     * @param account a service account as NAMESPACE/NAME, empty for the scheduler's own
     * @param address where the scheduler is reached without the API server; null for the pod proxy
     */
    Explanation ask(String namespace, String name, String token, String account, @Nullable String address)
            throws IOException, InterruptedException {
        String shown = token.isEmpty() ? bounded(account) : token;
        String path = PATH + namespace + "/" + name;
        Reply reply = address == null ? byProxy(path, shown) : directly(address, path, shown);
        if (reply.code() == 200) {
            try {
                return JSON.readValue(reply.body(), Explanation.class);
            } catch (JsonProcessingException e) {
                throw new Problems(
                        Reason.NO_ANSWER, who() + " answers with something else than an explanation: another version?");
            }
        }
        throw refusal(reply);
    }

    private String who() {
        return "the scheduler's pod " + leader.getMetadata().getNamespace() + "/"
                + leader.getMetadata().getName();
    }

    private String bounded(String account) {
        String[] parts = account.isEmpty()
                ? new String[] {
                    leader.getMetadata().getNamespace(),
                    String.valueOf(leader.getSpec().getServiceAccountName())
                }
                : account.split("/", 2);
        try {
            return client.serviceAccounts()
                    .inNamespace(parts[0])
                    .withName(parts[1])
                    .tokenRequest(new TokenRequestBuilder()
                            .withNewSpec()
                            .withAudiences(List.of(AUDIENCE))
                            .withExpirationSeconds(TOKEN_SECONDS)
                            .endSpec()
                            .build())
                    .getStatus()
                    .getToken();
        } catch (KubernetesClientException e) {
            if (e.getCode() == 404) {
                throw new Problems(
                        Reason.FORBIDDEN, "there is no service account " + parts[0] + "/" + parts[1] + " to ask as");
            }
            throw Access.problem(
                    e,
                    "create serviceaccounts/token for " + parts[0] + "/" + parts[1]
                            + "; or a service account for which you may, by --as-service-account NAMESPACE/NAME; or a"
                            + " token, by --token-file FILE");
        }
    }

    private Reply byProxy(String path, String token) throws IOException, InterruptedException {
        String pod = URLEncoder.encode("https:" + leader.getMetadata().getName() + ":" + PORT, StandardCharsets.UTF_8);
        URI server = URI.create(client.getConfiguration().getMasterUrl());
        URI uri = server.resolve(
                "/api/v1/namespaces/" + leader.getMetadata().getNamespace() + "/pods/" + pod + "/proxy" + path);
        var http = client.getHttpClient();
        var request = http.newHttpRequestBuilder()
                .uri(uri)
                .header(HEADER, token)
                .timeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .build();
        try {
            var response = http.sendAsync(request, String.class).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            return new Reply(response.code(), response.body() == null ? "" : response.body());
        } catch (ExecutionException | TimeoutException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IOException("the API server at " + server.getAuthority() + " does not answer: " + cause, e);
        }
    }

    private static Reply directly(String address, String path, String token) throws IOException, InterruptedException {
        URI uri = URI.create("https://" + address + path);
        try (HttpClient http = HttpClient.newBuilder()
                .sslContext(anyone())
                .connectTimeout(PATIENCE)
                .build()) {
            HttpRequest request = HttpRequest.newBuilder(uri)
                    .header(HEADER, token)
                    .timeout(PATIENCE)
                    .build();
            HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
            return new Reply(response.statusCode(), response.body());
        } catch (IOException e) {
            throw new Problems(Reason.NO_ANSWER, "nobody answers at " + address + ": " + e);
        }
    }

    /** A scheduler's certificate is its own, made at its start. The token that it is shown is good for this only. */
    private static SSLContext anyone() {
        try {
            SSLContext tls = SSLContext.getInstance("TLS");
            tls.init(null, new TrustManager[] {new Anyone()}, null);
            return tls;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has TLS", e);
        }
    }

    private static final class Anyone extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }

    private Problems refusal(Reply reply) {
        String reason = "";
        String message = reply.body().strip();
        try {
            JsonNode status = JSON.readTree(reply.body());
            reason = status.path("reason").asText("");
            message = status.path("message").asText(message);
        } catch (JsonProcessingException e) {
            // Not a Status: the text itself is what there is to say.
        }
        return switch (reason) {
            case "NotLeader" -> new Problems(Reason.NO_LEADER, who() + " says: " + message);
            case "NotReady" -> new Problems(Reason.NOT_READY, who() + " says: " + message);
            case "NotFound" -> new Problems(Reason.NOT_KNOWN, who() + " says: " + message);
            case "Unauthorized" -> new Problems(Reason.FORBIDDEN, who() + " does not accept the token");
            case "Forbidden" -> new Problems(Reason.FORBIDDEN, message);
            default ->
                new Problems(
                        Reason.NO_ANSWER,
                        who() + " cannot be asked: " + reply.code() + " " + message
                                + (reply.code() == 404 ? ": explanations are switched off there, or it is older" : ""));
        };
    }
}
