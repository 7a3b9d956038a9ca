package dev.customscheduler.cli.explain;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.customscheduler.cli.explain.Answer.Asked;
import dev.customscheduler.cli.explain.Answer.Reason;
import dev.customscheduler.engine.explain.Explanation;
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
    private final Asked asked;
    private final Investigation.Options options;

    RunningScheduler(KubernetesClient client, Asked asked, Investigation.Options options) {
        this.client = client;
        this.asked = asked;
        this.options = options;
    }

    private record Reply(int code, String body) {}

    /** What it says of a pod. */
    Explanation ask(String namespace, String name) throws IOException, InterruptedException {
        String shown = options.token().isEmpty() ? bounded(options.account()) : options.token();
        String path = PATH + namespace + "/" + name;
        Reply reply = options.address().isEmpty() ? byProxy(path, shown) : directly(path, shown);
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
        if (!options.address().isEmpty()) {
            return "the scheduler at " + options.address();
        }
        return "the scheduler's pod " + asked.namespace() + "/" + asked.pod();
    }

    private String bounded(String account) {
        String[] parts = account.isEmpty()
                // The operator names a scheduler's account as it names all that belongs to it.
                ? new String[] {asked.namespace(), asked.resource()}
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
        String pod = URLEncoder.encode("https:" + asked.pod() + ":" + PORT, StandardCharsets.UTF_8);
        // It ends with a slash, and may have a path before it: API servers stand behind other servers.
        URI server = URI.create(client.getConfiguration().getMasterUrl());
        URI uri = server.resolve("api/v1/namespaces/" + asked.namespace() + "/pods/" + pod + "/proxy" + path);
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

    private Reply directly(String path, String token) throws IOException, InterruptedException {
        URI uri = URI.create("https://" + options.address() + path);
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
            throw new Problems(
                    Reason.NO_ANSWER, "nobody answers at " + options.address() + " as a scheduler would: " + e);
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
        boolean byApiServer = false;
        try {
            JsonNode status = JSON.readTree(reply.body());
            reason = status.path("reason").asText("");
            message = status.path("message").asText(message);
            // The scheduler's own refusals have no details.
            byApiServer = options.address().isEmpty() && status.has("details");
        } catch (JsonProcessingException e) {
            // Not a Status: the text itself is what there is to say.
        }
        return byApiServer ? refusedOnTheWay(reply, reason, message) : refusedThere(reply, reason, message);
    }

    /** The API server did not lead on to the scheduler. */
    private Problems refusedOnTheWay(Reply reply, String reason, String message) {
        String namespace = asked.namespace();
        return switch (reason) {
            case "Forbidden" ->
                new Problems(
                        Reason.FORBIDDEN,
                        message + "\nNeeded: get pods/proxy in " + namespace
                                + "; or another way to the scheduler, by --address HOST:PORT.");
            case "NotFound" ->
                new Problems(Reason.NO_ANSWER, who() + " went this moment: ask again when another one leads");
            default ->
                new Problems(
                        Reason.NO_ANSWER,
                        "the API server does not reach " + who() + ": " + reply.code() + " " + message
                                + "\nWhere it never reaches pods: kubectl -n " + namespace + " port-forward pod/"
                                + asked.pod() + " " + PORT
                                + ", and --address 127.0.0.1:" + PORT + ".");
        };
    }

    private Problems refusedThere(Reply reply, String reason, String message) {
        return switch (reason) {
            case "NotLeader" -> new Problems(Reason.NO_LEADER, who() + " says: " + message);
            case "NotReady" -> new Problems(Reason.NOT_READY, who() + " says: " + message);
            case "NotFound" -> new Problems(Reason.NOT_KNOWN, who() + " says: " + message);
            case "Unauthorized" -> new Problems(Reason.FORBIDDEN, who() + " does not accept the token");
            case "Forbidden" ->
                new Problems(
                        Reason.FORBIDDEN,
                        who() + " says: " + message
                                + "\nNeeded: that the account whose token it is shown may get the pod.");
            case "SwitchedOff" -> new Problems(Reason.NO_ANSWER, who() + " does not explain: " + message);
            default ->
                new Problems(
                        Reason.NO_ANSWER,
                        who() + " cannot be asked: " + reply.code() + " " + message
                                + (reply.code() == 404 ? ": it is older than explanations, or another program" : ""));
        };
    }
}
