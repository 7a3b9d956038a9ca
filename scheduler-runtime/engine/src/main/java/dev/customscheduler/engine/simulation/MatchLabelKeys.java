package dev.customscheduler.engine.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Does what the API server does with a new pod's affinity to other pods and its spread constraints: the pod's own
 * labels join the selectors, by matchLabelKeys and mismatchLabelKeys. A selector that went through it has the key
 * already, which users may not name themselves, and stays.
 */
public final class MatchLabelKeys {
    private MatchLabelKeys() {}

    /** Changes {@code pod}, a whole object. */
    public static void apply(ObjectNode pod) {
        JsonNode labels = pod.at("/metadata/labels");
        for (JsonNode constraint : pod.at("/spec/topologySpreadConstraints")) {
            join(constraint, labels);
        }
        for (String kind : new String[] {"podAffinity", "podAntiAffinity"}) {
            JsonNode affinity = pod.at("/spec/affinity/" + kind);
            for (JsonNode term : affinity.path("requiredDuringSchedulingIgnoredDuringExecution")) {
                join(term, labels);
            }
            for (JsonNode weighted : affinity.path("preferredDuringSchedulingIgnoredDuringExecution")) {
                join(weighted.path("podAffinityTerm"), labels);
            }
        }
    }

    private static void join(JsonNode term, JsonNode labels) {
        if (term.path("labelSelector") instanceof ObjectNode selector) {
            join(selector, term.path("matchLabelKeys"), "In", labels);
            join(selector, term.path("mismatchLabelKeys"), "NotIn", labels);
        }
    }

    private static void join(ObjectNode selector, JsonNode keys, String operator, JsonNode labels) {
        for (JsonNode key : keys) {
            JsonNode value = labels.path(key.asText());
            if (value.isTextual() && !has(selector, key.asText(), operator)) {
                ArrayNode expressions = selector.withArray("/matchExpressions");
                ObjectNode expression = expressions.addObject();
                expression.put("key", key.asText()).put("operator", operator);
                expression.putArray("values").add(value);
            }
        }
    }

    private static boolean has(ObjectNode selector, String key, String operator) {
        for (JsonNode e : selector.path("matchExpressions")) {
            if (e.path("key").asText().equals(key)
                    && e.path("operator").asText().equals(operator)) {
                return true;
            }
        }
        return false;
    }
}
