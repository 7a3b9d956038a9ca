package dev.customscheduler.engine.objects;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import dev.customscheduler.engine.decode.SelectorReader;
import dev.customscheduler.framework.model.LabelSelector;
import dev.customscheduler.framework.model.Labels;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Reads objects other than nodes and pods. There are few of them and they change seldom, so documents do. */
final class ObjectDecoder extends SelectorReader {

    static String namespace(JsonNode object) {
        String namespace = object.at("/metadata/namespace").asText("");
        return namespace.isEmpty() ? "default" : namespace;
    }

    static String name(JsonNode object) {
        return object.at("/metadata/name").asText("");
    }

    static Labels labels(JsonNode map) {
        Map<String, String> all = new TreeMap<>();
        map.forEachEntry((key, value) -> all.put(key, value.asText()));
        return Labels.of(all);
    }

    /** A namespace's labels; its name is one of them, as the API server makes it. */
    Labels namespaceLabels(JsonNode object) {
        Map<String, String> all = new TreeMap<>();
        object.at("/metadata/labels").forEachEntry((key, value) -> all.put(key, value.asText()));
        all.put("kubernetes.io/metadata.name", name(object));
        return Labels.of(all);
    }

    LabelSelector selector(JsonNode node) throws IOException {
        if (!node.isObject()) {
            return LabelSelector.nothing();
        }
        try (JsonParser p = node.traverse()) {
            p.nextToken();
            return labelSelector(p);
        }
    }

    Workload workload(JsonNode object) throws IOException {
        String kind = object.path("kind").asText();
        JsonNode selector = object.at("/spec/selector");
        boolean plain = kind.equals("Service") || kind.equals("ReplicationController");
        LabelSelector compiled = plain
                ? selector.isObject() ? LabelSelector.ofLabels(labels(selector)) : LabelSelector.nothing()
                : selector(selector);
        return new Workload(kind, namespace(object), name(object), compiled);
    }

    DisruptionBudget disruptionBudget(JsonNode object) throws IOException {
        Set<String> disrupted = new TreeSet<>();
        object.at("/status/disruptedPods").fieldNames().forEachRemaining(disrupted::add);
        return new DisruptionBudget(
                namespace(object),
                name(object),
                selector(object.at("/spec/selector")),
                object.at("/status/disruptionsAllowed").asInt(0),
                Set.copyOf(disrupted));
    }
}
