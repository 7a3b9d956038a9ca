package dev.customscheduler.testbed.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something that happens to a scheduler.
 *
 * @param action what
 * @param object the object that is new, changed or gone, with its UID; null for an attempt
 * @param during what happens during an attempt: after its scheduling cycle, or, where the pod gets a node, while the
 *     API server is asked to bind it
 * @param bindError the message with which the binding fails, or the empty string
 */
public record QueueStep(Action action, @Nullable JsonNode object, List<QueueStep> during, String bindError) {

    /** What happens. */
    public enum Action {
        /** An object is new or changed. */
        PUT,
        /** An object is gone. */
        DELETE,
        /** The next pod is tried. */
        ATTEMPT
    }

    /** An object is new or changed. */
    public static QueueStep put(JsonNode object) {
        return new QueueStep(Action.PUT, object, List.of(), "");
    }

    /** An object is gone. */
    public static QueueStep delete(JsonNode object) {
        return new QueueStep(Action.DELETE, object, List.of(), "");
    }

    /** The next pod is tried, and meanwhile something happens. */
    public static QueueStep attempt(QueueStep... during) {
        return new QueueStep(Action.ATTEMPT, null, List.of(during), "");
    }

    /** The next pod is tried, gets a node, and the API server refuses to bind it. */
    public static QueueStep failedBinding(String error, QueueStep... during) {
        return new QueueStep(Action.ATTEMPT, null, List.of(during), error);
    }

    Map<String, Object> request() {
        Map<String, Object> step = new LinkedHashMap<>();
        step.put("do", action.name().toLowerCase(java.util.Locale.ROOT));
        if (object != null) {
            step.put("object", object);
        }
        List<Object> inner = new ArrayList<>();
        during.forEach(s -> inner.add(s.request()));
        step.put("during", inner);
        step.put("bindError", bindError);
        return step;
    }
}
