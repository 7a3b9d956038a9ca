package dev.customscheduler.runtime.election;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.customscheduler.runtime.client.ApiClient;
import dev.customscheduler.runtime.client.ApiReply;
import dev.customscheduler.runtime.client.ApiRequest;
import dev.customscheduler.runtime.logging.Klog;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The LeaderElection events on the lease, {@code v1} Events of the core group as kube-scheduler writes these. They are
 * sent from a thread of their own and not repeated: a renewal never waits for one.
 */
final class LeadershipEvents {
    private static final Duration TIMEOUT = Duration.ofSeconds(3);
    private static final Klog LOG = Klog.of("leaderelection");
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final ApiClient client;
    private final String reporter;

    LeadershipEvents(ApiClient client, String reporter) {
        this.client = client;
        this.reporter = reporter;
    }

    void record(LeaseLock lease, String message) {
        Instant now = Instant.now();
        String time = now.truncatedTo(ChronoUnit.SECONDS).toString();
        long nanos = now.getEpochSecond() * 1_000_000_000L + now.getNano();
        ObjectNode event = MAPPER.createObjectNode();
        event.put("apiVersion", "v1").put("kind", "Event");
        event.putObject("metadata")
                .put("name", lease.name() + "." + Long.toHexString(nanos))
                .put("namespace", lease.namespace());
        event.putObject("involvedObject")
                .put("kind", "Lease")
                .put("namespace", lease.namespace())
                .put("name", lease.name())
                .put("uid", lease.metadata("uid"))
                .put("apiVersion", "coordination.k8s.io/v1")
                .put("resourceVersion", lease.metadata("resourceVersion"));
        event.put("reason", "LeaderElection").put("message", message).put("type", "Normal");
        event.putObject("source").put("component", reporter);
        event.put("firstTimestamp", time).put("lastTimestamp", time).put("count", 1);
        event.put("reportingComponent", reporter).put("reportingInstance", "");
        byte[] body = event.toString().getBytes(StandardCharsets.UTF_8);
        String path = "/api/v1/namespaces/" + lease.namespace() + "/events";
        Thread.ofVirtual().name("leadership-event").start(() -> send(path, body));
    }

    private void send(String path, byte[] body) {
        try {
            ApiReply reply = client.send(ApiRequest.post(path, body, false).within(TIMEOUT));
            if (!reply.done()) {
                LOG.error(null, "Unable to write the LeaderElection event", "err", reply.problem());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
