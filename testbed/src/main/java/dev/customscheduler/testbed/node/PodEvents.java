package dev.customscheduler.testbed.node;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes the events of one pod, the same one at most once a minute. */
final class PodEvents {
    private static final Logger LOG = LoggerFactory.getLogger(PodEvents.class);
    private static final Duration QUIET = Duration.ofMinutes(1);

    private final KubernetesClient client;
    private final Pod pod;
    private final String node;
    private final Map<String, Instant> last = new ConcurrentHashMap<>();

    PodEvents(KubernetesClient client, Pod pod, String node) {
        this.client = client;
        this.pod = pod;
        this.node = node;
    }

    void normal(String reason, String message) {
        write("Normal", reason, message);
    }

    void warning(String reason, String message) {
        write("Warning", reason, message);
    }

    private void write(String type, String reason, String message) {
        Instant now = Instant.now();
        Instant before = last.put(reason + message, now);
        if (before != null && before.isAfter(now.minus(QUIET))) {
            return;
        }
        String time = now.truncatedTo(ChronoUnit.SECONDS).toString();
        Event event = new EventBuilder()
                .withNewMetadata()
                .withGenerateName(pod.getMetadata().getName() + ".")
                .withNamespace(pod.getMetadata().getNamespace())
                .endMetadata()
                .withNewInvolvedObject()
                .withApiVersion("v1")
                .withKind("Pod")
                .withName(pod.getMetadata().getName())
                .withNamespace(pod.getMetadata().getNamespace())
                .withUid(pod.getMetadata().getUid())
                .endInvolvedObject()
                .withType(type)
                .withReason(reason)
                .withMessage(message)
                .withFirstTimestamp(time)
                .withLastTimestamp(time)
                .withCount(1)
                .withNewSource()
                .withComponent("kubelet")
                .withHost(node)
                .endSource()
                .build();
        try {
            client.resource(event).create();
        } catch (KubernetesClientException e) {
            // Its namespace is going away, or the API server is: neither is worth more than a line, and the pod matters
            // more.
            LOG.debug("event {} of {}: {}", reason, pod.getMetadata().getName(), e.getMessage());
        }
    }
}
