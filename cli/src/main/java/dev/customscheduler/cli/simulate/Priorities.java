package dev.customscheduler.cli.simulate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Resolves priority classes as the Priority admission plugin does. */
final class Priorities {
    private record PriorityClass(int value, String preemptionPolicy) {}

    private static final String PREEMPT_LOWER = "PreemptLowerPriority";

    private final Map<String, PriorityClass> byName = new HashMap<>();
    private @Nullable PriorityClass globalDefault;

    Priorities(List<ObjectNode> objects) {
        // Every cluster has these two: pkg/apis/scheduling of Kubernetes.
        byName.put("system-cluster-critical", new PriorityClass(2_000_000_000, PREEMPT_LOWER));
        byName.put("system-node-critical", new PriorityClass(2_000_001_000, PREEMPT_LOWER));
        for (ObjectNode object : objects) {
            if (!Kinds.kind(object).equals("PriorityClass")) {
                continue;
            }
            PriorityClass read = new PriorityClass(
                    object.path("value").asInt(0),
                    object.path("preemptionPolicy").asText(PREEMPT_LOWER));
            byName.put(Kinds.name(object), read);
            // Of several defaults the lowest counts.
            if (object.path("globalDefault").asBoolean(false)
                    && (globalDefault == null || read.value() < globalDefault.value())) {
                globalDefault = read;
            }
        }
    }

    /**
     * Fills in {@code spec.priority} and {@code spec.preemptionPolicy} where they are missing.
     *
     * @param pod which is changed
     * @return the name of a class that the pod names and nobody has defined, else empty
     */
    String fill(ObjectNode pod) {
        ObjectNode spec = Kinds.object(pod, "spec");
        JsonNode named = spec.path("priorityClassName");
        PriorityClass of = globalDefault;
        String missing = "";
        if (!named.asText("").isEmpty()) {
            of = byName.get(named.asText());
            if (of == null && !spec.hasNonNull("priority")) {
                missing = named.asText();
            }
        }
        if (!spec.hasNonNull("priority")) {
            spec.put("priority", of == null ? 0 : of.value());
        }
        if (!spec.hasNonNull("preemptionPolicy")) {
            spec.put("preemptionPolicy", of == null ? PREEMPT_LOWER : of.preemptionPolicy());
        }
        return missing;
    }
}
