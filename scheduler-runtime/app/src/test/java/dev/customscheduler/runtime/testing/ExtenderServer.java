package dev.customscheduler.runtime.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/** An extender: a server on the loopback address whose verbs a test writes. */
public final class ExtenderServer implements AutoCloseable {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, Verb> verbs = new ConcurrentHashMap<>();
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final List<String> serverNames = new CopyOnWriteArrayList<>();

    /** Answers a question. */
    @FunctionalInterface
    public interface Verb {
        /** The answer's body; null for status 500. */
        @Nullable
        String answer(JsonNode question) throws Exception;
    }

    private ExtenderServer(HttpServer server) {
        this.server = server;
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    /** A server of plain HTTP. */
    public static ExtenderServer http() throws IOException {
        return new ExtenderServer(HttpServer.create(address(), 0));
    }

    /** A server of HTTPS that asks for a client's certificate where that is needed. */
    public static ExtenderServer https(SSLContext tls, boolean clientCertificate) throws IOException {
        HttpsServer https = HttpsServer.create(address(), 0);
        https.setHttpsConfigurator(new HttpsConfigurator(tls) {
            @Override
            public void configure(HttpsParameters parameters) {
                SSLParameters wanted = tls.getDefaultSSLParameters();
                wanted.setNeedClientAuth(clientCertificate);
                parameters.setSSLParameters(wanted);
            }
        });
        return new ExtenderServer(https);
    }

    private static InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    /** Has {@code verb} answered by {@code how}. */
    public ExtenderServer on(String verb, Verb how) {
        verbs.put(verb, how);
        return this;
    }

    /** The server's URL; {@code https} where it is one. */
    public String url() {
        return (server instanceof HttpsServer ? "https" : "http") + "://127.0.0.1:"
                + server.getAddress().getPort();
    }

    /** The verbs in the order in which they were asked, each with the pod's name. */
    public List<String> calls() {
        return calls;
    }

    /** The names that clients asked for in the TLS handshake (SNI), one a question that came with one. */
    public List<String> serverNames() {
        return serverNames;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (exchange instanceof HttpsExchange https
                    && https.getSSLSession() instanceof ExtendedSSLSession session) {
                for (SNIServerName name : session.getRequestedServerNames()) {
                    serverNames.add(new String(name.getEncoded(), StandardCharsets.US_ASCII).toLowerCase(Locale.ROOT));
                }
            }
            JsonNode question = MAPPER.readTree(exchange.getRequestBody().readAllBytes());
            String verb = exchange.getRequestURI().getPath().substring(1);
            String pod = question.path("Pod").path("metadata").path("name").asText();
            calls.add(verb + " " + (pod.isEmpty() ? question.path("PodName").asText() : pod));
            Verb how = verbs.get(verb);
            String answer = how == null ? null : how.answer(question);
            byte[] body = answer == null ? new byte[0] : answer.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(answer == null ? 500 : 200, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        } catch (IOException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
