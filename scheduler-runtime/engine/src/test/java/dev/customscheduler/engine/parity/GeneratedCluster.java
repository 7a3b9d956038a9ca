package dev.customscheduler.engine.parity;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.customscheduler.testbed.oracle.ClusterCase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A configuration and the objects of a cluster.
 *
 * @param seed what it was made of
 * @param config the KubeSchedulerConfiguration
 * @param objects the objects, in order
 */
record GeneratedCluster(long seed, Map<String, Object> config, List<Map<String, Object>> objects) {
    static final JsonMapper JSON = JsonMapper.builder().build();

    /** As a question to the oracle. */
    ClusterCase question() {
        return new ClusterCase(text(config), text(Map.of("apiVersion", "v1", "kind", "List", "items", objects)));
    }

    List<JsonNode> documents() {
        List<JsonNode> all = new ArrayList<>();
        objects.forEach(o -> all.add(JSON.valueToTree(o)));
        return all;
    }

    static String text(Object value) {
        try {
            return JSON.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
