package dev.customscheduler.runtime.extender;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.customscheduler.config.Extender;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Sends questions to one extender. The timeout is for everything from the connection to the last byte of the answer. A
 * question is sent once: the next attempt to schedule the pod is the repetition.
 */
final class ExtenderClient {
    /** More than any list of nodes that an extender sends back; a safeguard for the heap. */
    private static final long LARGEST_ANSWER = 256L << 20;

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final String prefix;
    private final Duration timeout;
    private final HttpClient http;

    /**
     * A client for {@code extender}.
     *
     * @param path the field path of its {@code tlsConfig}, for messages
     * @throws IOException where its certificates or key cannot be used
     */
    ExtenderClient(Extender extender, String path) throws IOException {
        this.prefix = extender.urlPrefix().replaceAll("/+$", "");
        this.timeout = extender.effectiveTimeout();
        // Extenders are plain servers, often short-lived ones: a pool of simple connections notices a closed one, where
        // an HTTP/2 connection shared by all requests would fail them together.
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NORMAL);
        ExtenderTls.apply(extender, path, builder);
        this.http = builder.build();
    }

    /**
     * Asks {@code verb} and waits for the JSON value of the answer.
     *
     * @throws IOException where there is no answer in time, or none that is OK and JSON; the message is for users
     */
    JsonNode post(String verb, byte[] body) throws IOException {
        String url = prefix + "/" + verb;
        HttpRequest request;
        try {
            request = HttpRequest.newBuilder(URI.create(url))
                    .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                    .header("Content-Type", "application/json")
                    .build();
        } catch (IllegalArgumentException e) {
            throw new IOException("Post \"" + url + "\": not a URL to send to: " + e.getMessage(), e);
        }
        HttpResponse<byte[]> answer = await(url, request);
        if (answer.statusCode() != 200) {
            throw new IOException("failed " + verb + " with extender at URL " + url + ", code " + answer.statusCode());
        }
        try (JsonParser parser = MAPPER.createParser(answer.body())) {
            JsonNode json = MAPPER.readTree(parser);
            if (json == null) {
                throw new IOException("extender at URL " + url + " gave an empty answer");
            }
            return json;
        } catch (JsonProcessingException e) {
            throw new IOException("extender at URL " + url + " gave no JSON: " + e.getOriginalMessage(), e);
        }
    }

    private HttpResponse<byte[]> await(String url, HttpRequest request) throws IOException {
        CompletableFuture<HttpResponse<byte[]>> pending = http.sendAsync(
                request, HttpResponse.BodyHandlers.limiting(HttpResponse.BodyHandlers.ofByteArray(), LARGEST_ANSWER));
        try {
            return timeout.isPositive() ? pending.get(timeout.toNanos(), TimeUnit.NANOSECONDS) : pending.get();
        } catch (TimeoutException e) {
            pending.cancel(true);
            throw new IOException("Post \"" + url + "\": no answer within " + timeout.toMillis() + " ms", e);
        } catch (InterruptedException e) {
            pending.cancel(true);
            Thread.currentThread().interrupt();
            throw new IOException("Post \"" + url + "\": the scheduler is stopping", e);
        } catch (ExecutionException e) {
            throw new IOException("Post \"" + url + "\": " + describe(e), e);
        }
    }

    /** What went wrong, by the innermost cause that says something. */
    private static String describe(ExecutionException e) {
        String text = e.toString();
        for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
            String message = cause.getMessage();
            if (message != null && !message.isEmpty()) {
                text = message;
            } else if (cause instanceof ConnectException) {
                text = "connection refused";
            }
        }
        return text;
    }
}
