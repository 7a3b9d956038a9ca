package dev.customscheduler.e2e.explain;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.customscheduler.testbed.TestBed;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Stands before an API server and serves it below a path, as management consoles of several clusters do. */
final class PathPrefix implements AutoCloseable {
    private final String prefix;
    private final URI behind;
    private final KubernetesClient client;
    private final Path kubeconfig;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server;

    /** Forwards every request with the credential of that kubeconfig. */
    PathPrefix(String prefix, URI apiServer, Path kubeconfig) throws IOException {
        this.prefix = prefix;
        this.behind = apiServer;
        this.client = TestBed.client(kubeconfig);
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext(prefix + "/", this::forward);
        server.start();
        String text = """
                apiVersion: v1
                kind: Config
                current-context: front
                contexts: [{name: front, context: {cluster: front, user: front}}]
                clusters: [{name: front, cluster: {server: "http://127.0.0.1:%d%s"}}]
                users: [{name: front, user: {token: none}}]
                """.formatted(server.getAddress().getPort(), prefix);
        this.kubeconfig = Files.writeString(Files.createTempFile("front", ".kubeconfig"), text);
    }

    private void forward(HttpExchange exchange) throws IOException {
        try (exchange) {
            var http = client.getHttpClient();
            String path = exchange.getRequestURI().getRawPath().substring(prefix.length());
            String query = exchange.getRequestURI().getRawQuery();
            var request = http.newHttpRequestBuilder().uri(behind.resolve(path + (query == null ? "" : "?" + query)));
            byte[] body = exchange.getRequestBody().readAllBytes();
            if (body.length > 0) {
                request.method(exchange.getRequestMethod(), "application/json", new String(body));
            }
            String token = exchange.getRequestHeaders().getFirst("Custom-Scheduler-Token");
            if (token != null) {
                request.header("Custom-Scheduler-Token", token);
            }
            var reply = http.sendAsync(request.build(), byte[].class).get();
            byte[] answer = reply.body() == null ? new byte[0] : reply.body();
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(reply.code(), answer.length == 0 ? -1 : answer.length);
            exchange.getResponseBody().write(answer);
        } catch (ExecutionException e) {
            throw new IOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Of somebody who reaches the API server through it. */
    Path kubeconfig() {
        return kubeconfig;
    }

    @Override
    public void close() throws IOException {
        server.stop(0);
        threads.close();
        client.close();
        Files.delete(kubeconfig);
    }
}
