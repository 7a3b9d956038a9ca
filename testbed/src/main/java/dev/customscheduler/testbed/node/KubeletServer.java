package dev.customscheduler.testbed.node;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import dev.customscheduler.testbed.controlplane.Pki;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.function.BiFunction;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/** The one endpoint of a kubelet that {@code kubectl logs} needs, over TLS, for the API server alone. */
final class KubeletServer implements AutoCloseable {
    private static final Duration LOOK_FOR_MORE = Duration.ofMillis(200);

    private final HttpsServer server;
    private final BiFunction<String, String, Optional<Path>> logs;
    private volatile boolean closed;

    /** @param logs where the log folders of a pod's containers are, by namespace and name */
    KubeletServer(String address, int port, Pki pki, BiFunction<String, String, Optional<Path>> logs) {
        this.logs = logs;
        SSLContext context = pki.mutualTls(pki.server("kubelet-" + address, List.of(address)));
        try {
            server = HttpsServer.create(new InetSocketAddress(address, port), 0);
        } catch (IOException e) {
            throw new UncheckedIOException("listening on " + address, e);
        }
        server.setHttpsConfigurator(new HttpsConfigurator(context) {
            @Override
            public void configure(HttpsParameters parameters) {
                SSLParameters ssl = context.getDefaultSSLParameters();
                ssl.setNeedClientAuth(true);
                parameters.setSSLParameters(ssl);
            }
        });
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/containerLogs/", this::containerLogs);
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    private void containerLogs(HttpExchange exchange) throws IOException {
        try (exchange) {
            String[] path = exchange.getRequestURI().getPath().split("/");
            Map<String, String> query = query(exchange.getRequestURI().getQuery());
            if (path.length != 5) {
                fail(exchange, 404, "expected /containerLogs/NAMESPACE/POD/CONTAINER");
                return;
            }
            if (query.containsKey("sinceSeconds")
                    || query.containsKey("sinceTime")
                    || "true".equals(query.get("timestamps"))) {
                fail(exchange, 400, "the process node keeps no timestamps with its logs");
                return;
            }
            Optional<Path> file = logs.apply(path[2], path[3])
                    .map(folder -> folder.resolve(path[4]))
                    .flatMap(folder -> file(folder, "true".equals(query.get("previous"))));
            if (file.isEmpty()) {
                fail(exchange, 404, "no such log");
                return;
            }
            exchange.getResponseHeaders().set("Content-Type", "text/plain");
            exchange.sendResponseHeaders(200, 0);
            send(file.get(), query, exchange.getResponseBody());
        }
    }

    private static Map<String, String> query(@Nullable String text) {
        Map<String, String> query = new HashMap<>();
        if (text != null) {
            for (String pair : text.split("&")) {
                String[] parts = pair.split("=", 2);
                query.put(parts[0], parts.length == 2 ? parts[1] : "");
            }
        }
        return query;
    }

    /** The newest log of the container, or the one before. */
    private static Optional<Path> file(Path folder, boolean previous) {
        if (!Files.isDirectory(folder)) {
            return Optional.empty();
        }
        try (var files = Files.list(folder)) {
            return files.sorted(Comparator.comparing(KubeletServer::number).reversed())
                    .skip(previous ? 1 : 0)
                    .findFirst();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int number(Path log) {
        return Integer.parseInt(log.getFileName().toString().replace(".log", ""));
    }

    private void send(Path file, Map<String, String> query, OutputStream out) throws IOException {
        long limit = query.containsKey("limitBytes") ? Long.parseLong(query.get("limitBytes")) : Long.MAX_VALUE;
        boolean follow = "true".equals(query.get("follow"));
        try (var in = Files.newInputStream(file)) {
            byte[] bytes = in.readAllBytes();
            int from = query.containsKey("tailLines") ? lastLines(bytes, Integer.parseInt(query.get("tailLines"))) : 0;
            int length = Math.toIntExact(Math.min(bytes.length - from, limit));
            out.write(bytes, from, length);
            out.flush();
            limit -= length;
            // It follows until the client hangs up (a write fails), the file is no longer the newest, or the node ends.
            while (follow
                    && limit > 0
                    && !closed
                    && file(file.resolveSibling("."), false)
                            .map(Path::normalize)
                            .equals(Optional.of(file.normalize()))) {
                bytes = in.readNBytes(Math.toIntExact(Math.min(65536, limit)));
                if (bytes.length == 0) {
                    pause();
                } else {
                    out.write(bytes);
                    out.flush();
                    limit -= bytes.length;
                }
            }
        }
    }

    private static void pause() throws IOException {
        try {
            Thread.sleep(LOOK_FOR_MORE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    private static int lastLines(byte[] bytes, int lines) {
        if (lines == 0) {
            return bytes.length;
        }
        int seen = 0;
        for (int i = bytes.length - 2; i >= 0; i--) {
            if (bytes[i] == '\n' && ++seen == lines) {
                return i + 1;
            }
        }
        return 0;
    }

    private static void fail(HttpExchange exchange, int code, String message) throws IOException {
        byte[] body = message.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(code, body.length);
        exchange.getResponseBody().write(Arrays.copyOf(body, body.length));
    }

    @Override
    public void close() {
        closed = true;
        server.stop(0);
    }
}
