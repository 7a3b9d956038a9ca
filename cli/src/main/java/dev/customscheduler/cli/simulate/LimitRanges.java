package dev.customscheduler.cli.simulate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives containers the requests and limits that LimitRanges of their namespace state, as the LimitRanger admission
 * plugin does after the API server has taken missing requests from limits.
 */
final class LimitRanges {
    private final Map<String, List<JsonNode>> containerItems = new HashMap<>();

    LimitRanges(List<ObjectNode> objects) {
        for (ObjectNode object : objects) {
            if (!Kinds.kind(object).equals("LimitRange")) {
                continue;
            }
            for (JsonNode item : object.path("spec").path("limits")) {
                if (item.path("type").asText("").equals("Container") && item instanceof ObjectNode limits) {
                    containerItems
                            .computeIfAbsent(Kinds.namespace(object), namespace -> new ArrayList<>())
                            .add(defaulted(limits.deepCopy()));
                }
            }
        }
    }

    /** The API server's own defaults of a LimitRange: limits from the maximum, requests from limits or the minimum. */
    private static ObjectNode defaulted(ObjectNode item) {
        ObjectNode limits = Kinds.object(item, "default");
        copyMissing(item.path("max"), limits);
        ObjectNode requests = Kinds.object(item, "defaultRequest");
        copyMissing(limits, requests);
        copyMissing(item.path("min"), requests);
        return item;
    }

    void fill(ObjectNode pod) {
        List<JsonNode> items = containerItems.get(Kinds.namespace(pod));
        if (items == null) {
            return;
        }
        for (String field : List.of("initContainers", "containers")) {
            for (JsonNode container : pod.path("spec").path(field)) {
                if (container instanceof ObjectNode object) {
                    fillContainer(object, items);
                }
            }
        }
    }

    private static void fillContainer(ObjectNode container, List<JsonNode> items) {
        ObjectNode resources = Kinds.object(container, "resources");
        ObjectNode requests = Kinds.object(resources, "requests");
        ObjectNode limits = Kinds.object(resources, "limits");
        copyMissing(limits, requests);
        for (JsonNode item : items) {
            copyMissing(item.path("defaultRequest"), requests);
            copyMissing(item.path("default"), limits);
        }
    }

    private static void copyMissing(JsonNode from, ObjectNode to) {
        from.properties().forEach(entry -> {
            if (!to.has(entry.getKey())) {
                to.set(entry.getKey(), entry.getValue());
            }
        });
    }
}
