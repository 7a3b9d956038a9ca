package dev.customscheduler.runtime.binding;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.customscheduler.framework.Cluster.Scheduled;
import dev.customscheduler.framework.Cluster.StatusPatch;
import dev.customscheduler.framework.model.Pod;
import dev.customscheduler.framework.model.PodStatus;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** The bytes of the requests about a pod. */
final class PodBodies {
    private static final JsonFactory JSON = new JsonFactory();

    private PodBodies() {}

    private interface Writing {
        void write(JsonGenerator json) throws IOException;
    }

    private static byte[] bytes(Writing writing) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(384);
        try (JsonGenerator json = JSON.createGenerator(out)) {
            json.writeStartObject();
            writing.write(json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory failed", e);
        }
        return out.toByteArray();
    }

    /** A Binding: the API server refuses it when the pod of that name has another UID. */
    static byte[] binding(Pod pod, String node) {
        return bytes(json -> {
            json.writeStringField("apiVersion", "v1");
            json.writeStringField("kind", "Binding");
            json.writeObjectFieldStart("metadata");
            json.writeStringField("name", pod.name());
            json.writeStringField("namespace", pod.namespace());
            json.writeStringField("uid", pod.uid());
            json.writeEndObject();
            json.writeObjectFieldStart("target");
            json.writeStringField("kind", "Node");
            json.writeStringField("name", node);
            json.writeEndObject();
        });
    }

    /** DeleteOptions with the UID as a precondition; the grace period is the pod's own. */
    static byte[] deletion(Pod pod) {
        return bytes(json -> {
            json.writeStringField("apiVersion", "v1");
            json.writeStringField("kind", "DeleteOptions");
            json.writeObjectFieldStart("preconditions");
            json.writeStringField("uid", pod.uid());
            json.writeEndObject();
        });
    }

    /**
     * The strategic merge patch that brings the pod's status to what {@code patch} asks for, or null where it is there
     * already. A condition's time changes only with its status; its observedGeneration is no reason for a patch.
     */
    static byte @Nullable [] status(Pod pod, StatusPatch patch, Instant now) {
        PodStatus status = pod.status();
        Scheduled asked = patch.scheduled();
        boolean condition = asked != null
                && !(status.scheduledStatus().equals("False")
                        && status.scheduledReason().equals(asked.reason())
                        && status.scheduledMessage().equals(asked.message()));
        String nominated = patch.nominatedNode();
        boolean nomination = nominated != null && !nominated.equals(status.nominatedNodeName());
        String disruption = patch.disruption();
        boolean disrupted = disruption != null && !status.disrupted();
        if (!condition && !nomination && !disrupted) {
            return null;
        }
        long generation = pod.metadata().generation();
        String time = now.truncatedTo(ChronoUnit.SECONDS).toString();
        return bytes(json -> {
            json.writeObjectFieldStart("metadata");
            json.writeStringField("uid", pod.uid());
            json.writeEndObject();
            json.writeObjectFieldStart("status");
            if (condition || disrupted) {
                json.writeArrayFieldStart("conditions");
                if (condition && asked != null) {
                    boolean flips = !status.scheduledStatus().equals("False");
                    condition(
                            json,
                            "PodScheduled",
                            "False",
                            asked.reason(),
                            asked.message(),
                            generation,
                            flips ? time : null);
                }
                if (disrupted && disruption != null) {
                    condition(json, "DisruptionTarget", "True", "PreemptionByScheduler", disruption, generation, time);
                }
                json.writeEndArray();
            }
            if (nomination && nominated != null) {
                if (nominated.isEmpty()) {
                    json.writeNullField("nominatedNodeName");
                } else {
                    json.writeStringField("nominatedNodeName", nominated);
                }
            }
            json.writeEndObject();
        });
    }

    private static void condition(
            JsonGenerator json,
            String type,
            String status,
            String reason,
            String message,
            long generation,
            @Nullable String transition)
            throws IOException {
        json.writeStartObject();
        json.writeStringField("type", type);
        json.writeStringField("status", status);
        json.writeStringField("reason", reason);
        json.writeStringField("message", message);
        if (generation > 0) {
            json.writeNumberField("observedGeneration", generation);
        }
        if (transition != null) {
            json.writeNullField("lastProbeTime");
            json.writeStringField("lastTransitionTime", transition);
        }
        json.writeEndObject();
    }
}
