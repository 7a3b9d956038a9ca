package dev.customscheduler.runtime.election;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.customscheduler.runtime.client.ApiClient;
import dev.customscheduler.runtime.client.ApiReply;
import dev.customscheduler.runtime.client.ApiRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/**
 * One coordination.k8s.io/v1 Lease. Remembers the object as last read or written, so that an update keeps what others
 * put there and is refused with a conflict when somebody else was faster. Used by one thread.
 */
final class LeaseLock {
    private static final DateTimeFormatter MICROS =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final ApiClient client;
    private final String namespace;
    private final String name;
    private final Duration timeout;
    private @Nullable ObjectNode lease;

    LeaseLock(ApiClient client, String namespace, String name, Duration timeout) {
        this.client = client;
        this.namespace = namespace;
        this.name = name;
        this.timeout = timeout;
    }

    /** What came of an access to the lease. */
    sealed interface Outcome {
        /** The lease's present state, and its spec as text to see changes by. */
        record Read(LeaseRecord lease, String raw) implements Outcome {}

        /** Not done. */
        record Failed(boolean notFound, boolean conflict, String message) implements Outcome {}
    }

    String describe() {
        return namespace + "/" + name;
    }

    String namespace() {
        return namespace;
    }

    String name() {
        return name;
    }

    /** metadata.uid and resourceVersion as last seen, for references; empty before the first access. */
    String metadata(String field) {
        ObjectNode known = lease;
        return known == null ? "" : known.path("metadata").path(field).asText();
    }

    Outcome get() throws InterruptedException {
        return outcome(client.send(ApiRequest.get(path() + "/" + name).within(timeout)));
    }

    Outcome create(LeaseRecord lease) throws InterruptedException {
        ObjectNode object = MAPPER.createObjectNode();
        object.put("apiVersion", "coordination.k8s.io/v1").put("kind", "Lease");
        object.putObject("metadata").put("namespace", namespace).put("name", name);
        write(object.putObject("spec"), lease);
        return outcome(client.send(ApiRequest.post(path(), bytes(object), true).within(timeout)));
    }

    Outcome update(LeaseRecord lease) throws InterruptedException {
        ObjectNode known = this.lease;
        if (known == null) {
            return new Outcome.Failed(false, false, "the lease was not read yet");
        }
        ObjectNode object = known.deepCopy();
        ObjectNode spec = object.get("spec") instanceof ObjectNode present ? present : object.putObject("spec");
        write(spec, lease);
        return outcome(
                client.send(ApiRequest.put(path() + "/" + name, bytes(object)).within(timeout)));
    }

    private String path() {
        return "/apis/coordination.k8s.io/v1/namespaces/" + namespace + "/leases";
    }

    private static void write(ObjectNode spec, LeaseRecord lease) {
        spec.put("holderIdentity", lease.holder());
        spec.put("leaseDurationSeconds", lease.durationSeconds());
        spec.put("acquireTime", MICROS.format(lease.acquireTime()));
        spec.put("renewTime", MICROS.format(lease.renewTime()));
        spec.put("leaseTransitions", lease.transitions());
    }

    private Outcome outcome(ApiReply reply) {
        return switch (reply) {
            case ApiReply.Unreachable(String message, boolean ignored) -> new Outcome.Failed(false, false, message);
            case ApiReply.Refused refused ->
                new Outcome.Failed(refused.notFound(), refused.conflict(), refused.message());
            case ApiReply.Done(int ignored, byte[] body) -> parse(body);
        };
    }

    private Outcome parse(byte[] body) {
        try {
            if (MAPPER.readTree(body) instanceof ObjectNode object) {
                lease = object;
                JsonNode spec = object.path("spec");
                LeaseRecord read = new LeaseRecord(
                        spec.path("holderIdentity").asText(),
                        spec.path("leaseDurationSeconds").asInt(),
                        time(spec.path("acquireTime").asText()),
                        time(spec.path("renewTime").asText()),
                        spec.path("leaseTransitions").asInt());
                return new Outcome.Read(read, spec.toString());
            }
            return new Outcome.Failed(false, false, "the answer is no JSON object");
        } catch (IOException e) {
            return new Outcome.Failed(false, false, "the answer is not JSON: " + e.getMessage());
        }
    }

    private static Instant time(String text) {
        try {
            return text.isEmpty() ? Instant.EPOCH : Instant.parse(text);
        } catch (DateTimeException e) {
            return Instant.EPOCH;
        }
    }

    private static byte[] bytes(ObjectNode object) {
        return object.toString().getBytes(StandardCharsets.UTF_8);
    }
}
