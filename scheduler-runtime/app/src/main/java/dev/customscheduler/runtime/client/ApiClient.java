package dev.customscheduler.runtime.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.customscheduler.runtime.logging.Klog;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Requests to the API server over one HTTP/2 connection, with bytes in and bytes out. Blocking, made for virtual
 * threads.
 *
 * <p>A request first takes a token of the rate limit. An answer 429, or 5xx, with Retry-After is waited for and
 * repeated up to ten times, as client-go does; a 401 makes the token be read again and the request be repeated once. A
 * request that times out gives up the connection for a new one, because the JDK's client cannot tell a dead one
 * otherwise.
 */
public final class ApiClient implements AutoCloseable {
    /** kube-apiserver allows 100 streams a connection; the JDK's client fails requests beyond that. */
    private static final int MAX_STREAMS = 96;

    private static final int MAX_RETRY_AFTER = 10;
    private static final long MAX_RETRY_AFTER_SECONDS = 30;
    private static final byte[] EMPTY = new byte[0];
    private static final Klog LOG = Klog.of("client");
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Access access;
    private final String base;
    private final TokenBucket limit;
    private final String userAgent;
    private final RequestObserver observer;
    private final Semaphore streams = new Semaphore(MAX_STREAMS, true);
    private final AtomicReference<HttpClient> http;

    /** Told of each request that ended. Called on the requests' threads; must be quick. */
    @FunctionalInterface
    public interface RequestObserver {
        /**
         * A request ended.
         *
         * @param code the HTTP status, or 0 where there was no answer
         */
        void ended(String method, int code);
    }

    /** A client with a connection and a rate limit of its own, watched by nobody. */
    public ApiClient(Access access, TokenBucket limit, String userAgent) {
        this(access, limit, userAgent, (method, code) -> {});
    }

    /** A client with a connection and a rate limit of its own. */
    public ApiClient(Access access, TokenBucket limit, String userAgent, RequestObserver observer) {
        this.observer = observer;
        this.access = access;
        this.base = access.server().toString();
        this.limit = limit;
        this.userAgent = userAgent;
        this.http = new AtomicReference<>(connect());
    }

    private HttpClient connect() {
        return HttpClient.newBuilder()
                .sslContext(access.tls())
                .version(HttpClient.Version.HTTP_2)
                .connectTimeout(Duration.ofSeconds(30))
                .build();
    }

    /** Where the server is, for messages. */
    public URI server() {
        return access.server();
    }

    /** Sends a request and waits for what comes of it. */
    public ApiReply send(ApiRequest request) throws InterruptedException {
        boolean tokenRefreshed = false;
        for (int attempt = 0; ; attempt++) {
            limit.take();
            HttpClient client = http.get();
            HttpResponse<byte[]> response;
            streams.acquire();
            try {
                response = client.send(prepare(request), body(request.wantsBody()));
            } catch (HttpTimeoutException e) {
                observer.ended(request.method(), 0);
                abandon(client);
                return new ApiReply.Unreachable(
                        request.method() + " " + base + request.path() + ": no answer within "
                                + request.timeout().toMillis() + " ms",
                        false);
            } catch (IOException e) {
                observer.ended(request.method(), 0);
                return new ApiReply.Unreachable(
                        request.method() + " " + base + request.path() + ": " + describe(e), isRefused(e));
            } finally {
                streams.release();
            }
            int status = response.statusCode();
            observer.ended(request.method(), status);
            if (status < 300) {
                return new ApiReply.Done(status, response.body());
            }
            if (status == 401 && !tokenRefreshed) {
                tokenRefreshed = true;
                access.token().refused();
                continue;
            }
            long retryAfter = response.headers().firstValueAsLong("Retry-After").orElse(-1);
            if ((status == 429 || status >= 500) && retryAfter >= 0 && attempt < MAX_RETRY_AFTER) {
                LOG.info("The API server asks to retry later", "status", status, "seconds", retryAfter);
                Thread.sleep(Duration.ofSeconds(Math.min(retryAfter, MAX_RETRY_AFTER_SECONDS)));
                continue;
            }
            return refusal(status, response.body());
        }
    }

    /** What came of opening a stream. */
    public sealed interface Opened {
        /** The stream's bytes; closing it ends the request. */
        record Stream(InputStream body) implements Opened {}

        /** The server refused, or was not reached. */
        record Failed(ApiReply reply) implements Opened {}
    }

    /**
     * Opens a long answer, such as a watch.
     *
     * @param headersWithin how long to wait for the answer to begin
     */
    public Opened open(String path, Duration headersWithin) throws InterruptedException {
        ApiRequest request = ApiRequest.get(path).within(headersWithin);
        HttpClient client = http.get();
        try {
            HttpResponse<InputStream> response =
                    client.send(prepare(request), HttpResponse.BodyHandlers.ofInputStream());
            observer.ended("GET", response.statusCode());
            if (response.statusCode() < 300) {
                return new Opened.Stream(response.body());
            }
            if (response.statusCode() == 401) {
                access.token().refused();
            }
            try (InputStream body = response.body()) {
                return new Opened.Failed(refusal(response.statusCode(), body.readAllBytes()));
            }
        } catch (HttpTimeoutException e) {
            abandon(client);
            return new Opened.Failed(new ApiReply.Unreachable("GET " + base + path + ": no answer", false));
        } catch (IOException e) {
            return new Opened.Failed(new ApiReply.Unreachable("GET " + base + path + ": " + describe(e), isRefused(e)));
        }
    }

    /** Gives up the present connection, as after a stream that went silent: the next request opens a new one. */
    public void reconnect() {
        abandon(http.get());
    }

    private void abandon(HttpClient client) {
        if (http.compareAndSet(client, connect())) {
            LOG.info("Giving up a connection that does not answer", "server", base);
            client.shutdown();
        }
    }

    private HttpRequest prepare(ApiRequest request) {
        HttpRequest.BodyPublisher publisher = request.body().length == 0
                ? HttpRequest.BodyPublishers.noBody()
                : HttpRequest.BodyPublishers.ofByteArray(request.body());
        HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create(base + request.path()))
                .method(request.method(), publisher)
                .timeout(request.timeout())
                .header("Accept", ApiRequest.JSON)
                .header("User-Agent", userAgent);
        if (!request.contentType().isEmpty()) {
            builder.header("Content-Type", request.contentType());
        }
        String token = access.token().token();
        if (token != null) {
            builder.header("Authorization", "Bearer " + token);
        }
        return builder.build();
    }

    private static HttpResponse.BodyHandler<byte[]> body(boolean wanted) {
        return info -> wanted || info.statusCode() >= 300
                ? HttpResponse.BodySubscribers.ofByteArray()
                : HttpResponse.BodySubscribers.replacing(EMPTY);
    }

    private static ApiReply.Refused refusal(int status, byte[] body) {
        try {
            JsonNode json = MAPPER.readTree(body);
            if (json != null && json.path("kind").asText().equals("Status")) {
                String reason = json.path("reason").asText();
                return new ApiReply.Refused(
                        status,
                        reason.isEmpty() ? "Unknown" : reason,
                        json.path("message").asText());
            }
        } catch (IOException e) {
            LOG.info("The API server answered with something other than a Status", "status", status);
        }
        byte[] start = Arrays.copyOf(body, Math.min(body.length, 200));
        return new ApiReply.Refused(
                status, "Unknown", "HTTP " + status + ": " + new String(start, StandardCharsets.UTF_8).strip());
    }

    private static boolean isRefused(@Nullable Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof ConnectException) {
                return true;
            }
        }
        return false;
    }

    private static String describe(IOException e) {
        String message = e.getMessage();
        return message == null || message.isEmpty() ? e.getClass().getSimpleName() : message;
    }

    /** Ends every request. */
    @Override
    public void close() {
        http.get().shutdownNow();
    }
}
