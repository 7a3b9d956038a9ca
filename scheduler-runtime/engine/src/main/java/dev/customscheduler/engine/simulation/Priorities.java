package dev.customscheduler.engine.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Does what the API server's Priority admission does: a pod gets the priority and the preemption policy of its class.
 */
final class Priorities {
    private final Map<String, JsonNode> classes = new HashMap<>();
    private @Nullable JsonNode globalDefault;

    void add(JsonNode priorityClass) {
        classes.put(priorityClass.at("/metadata/name").asText(), priorityClass);
        boolean lower = globalDefault == null
                || priorityClass.path("value").asInt()
                        < globalDefault.path("value").asInt();
        if (priorityClass.path("globalDefault").asBoolean() && lower) {
            globalDefault = priorityClass;
        }
    }

    /** The pod with its priority; what it states itself stays. */
    JsonNode apply(JsonNode pod) {
        ObjectNode copy = pod.deepCopy();
        ObjectNode spec = copy.withObject("/spec");
        String name = spec.path("priorityClassName").asText("");
        JsonNode found = name.isEmpty() ? globalDefault : classes.get(name);
        int value = found == null ? system(name) : found.path("value").asInt();
        if (!spec.hasNonNull("priority")) {
            spec.put("priority", value);
        }
        if (!spec.hasNonNull("preemptionPolicy") && found != null && found.hasNonNull("preemptionPolicy")) {
            spec.set("preemptionPolicy", found.get("preemptionPolicy"));
        }
        return copy;
    }

    private static int system(String name) {
        return switch (name) {
            case "system-cluster-critical" -> 2_000_000_000;
            case "system-node-critical" -> 2_000_001_000;
            default -> 0;
        };
    }
}
