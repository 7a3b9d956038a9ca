package dev.customscheduler.runtime.extender;

import com.fasterxml.jackson.databind.JsonNode;
import dev.customscheduler.engine.decode.NodeDecoder;
import dev.customscheduler.engine.extender.Extender.Filtered;
import dev.customscheduler.engine.extender.Extender.HostScore;
import dev.customscheduler.engine.extender.Extender.VictimUids;
import dev.customscheduler.engine.extender.ExtenderReply;
import dev.customscheduler.framework.NodeInfo;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads answers as kube-scheduler's JSON decoder does: names of fields in any case, null as absent, unknown fields
 * passed over, another type than the field's a failure.
 */
final class ExtenderAnswers {
    private ExtenderAnswers() {}

    /** ExtenderFilterResult. */
    static ExtenderReply<Filtered> filtered(
            JsonNode json, List<NodeInfo> sent, boolean byName, NodeDecoder decoder, String extender)
            throws IOException {
        String error = text(json, "Error");
        if (!error.isEmpty()) {
            return new ExtenderReply.Failed<>(error);
        }
        JsonNode names = field(json, "NodeNames");
        JsonNode whole = field(json, "Nodes");
        List<NodeInfo> left = new ArrayList<>();
        if (byName && names != null) {
            Map<String, NodeInfo> known = new HashMap<>();
            for (NodeInfo node : sent) {
                known.put(node.name(), node);
            }
            for (JsonNode name : array(names, "NodeNames")) {
                NodeInfo node = known.get(name.asText());
                if (node == null) {
                    return new ExtenderReply.Failed<>("extender \"" + extender + "\" claims a filtered node \""
                            + name.asText() + "\" which is not found in the input node list");
                }
                left.add(node);
            }
        } else if (whole != null) {
            JsonNode items = field(whole, "items");
            if (items != null) {
                for (JsonNode item : array(items, "Nodes.items")) {
                    left.add(NodeInfo.of(decoder.read(item)));
                }
            }
        }
        return new ExtenderReply.Given<>(
                new Filtered(left, reasons(json, "FailedNodes"), reasons(json, "FailedAndUnresolvableNodes")));
    }

    /** HostPriorityList. */
    static ExtenderReply<List<HostScore>> scores(JsonNode json) throws IOException {
        List<HostScore> scores = new ArrayList<>();
        if (!json.isNull()) {
            for (JsonNode entry : array(json, "the list of scores")) {
                scores.add(new HostScore(text(entry, "Host"), number(entry, "Score")));
            }
        }
        return new ExtenderReply.Given<>(scores);
    }

    /** ExtenderPreemptionResult. */
    static ExtenderReply<Map<String, VictimUids>> victims(JsonNode json) throws IOException {
        Map<String, VictimUids> victims = new LinkedHashMap<>();
        JsonNode nodes = field(json, "NodeNameToMetaVictims");
        if (nodes != null) {
            for (Map.Entry<String, JsonNode> node :
                    object(nodes, "NodeNameToMetaVictims").properties()) {
                List<String> uids = new ArrayList<>();
                JsonNode pods = field(node.getValue(), "Pods");
                if (pods != null) {
                    for (JsonNode pod : array(pods, "Pods")) {
                        uids.add(text(pod, "UID"));
                    }
                }
                victims.put(node.getKey(), new VictimUids(uids, number(node.getValue(), "NumPDBViolations")));
            }
        }
        return new ExtenderReply.Given<>(victims);
    }

    /** ExtenderBindingResult; what is given says nothing. */
    static ExtenderReply<String> bound(JsonNode json) throws IOException {
        String error = text(json, "Error");
        return error.isEmpty() ? new ExtenderReply.Given<>("") : new ExtenderReply.Failed<>(error);
    }

    private static Map<String, String> reasons(JsonNode json, String name) throws IOException {
        JsonNode failed = field(json, name);
        if (failed == null) {
            return Map.of();
        }
        Map<String, String> reasons = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> entry : object(failed, name).properties()) {
            if (!entry.getValue().isTextual() && !entry.getValue().isNull()) {
                throw mistyped(name, "an object of strings", failed);
            }
            reasons.put(
                    entry.getKey(),
                    entry.getValue().isNull() ? "" : entry.getValue().textValue());
        }
        return reasons;
    }

    /** The last field of that name in any case, or null where there is none or it is null. */
    private static @Nullable JsonNode field(JsonNode json, String name) throws IOException {
        JsonNode found = null;
        if (!json.isNull()) {
            for (Map.Entry<String, JsonNode> entry : object(json, "the answer").properties()) {
                if (entry.getKey().equalsIgnoreCase(name)) {
                    found = entry.getValue().isNull() ? found : entry.getValue();
                }
            }
        }
        return found;
    }

    private static String text(JsonNode json, String name) throws IOException {
        JsonNode value = field(json, name);
        if (value == null) {
            return "";
        }
        if (!value.isTextual()) {
            throw mistyped(name, "a string", value);
        }
        return value.textValue();
    }

    private static long number(JsonNode json, String name) throws IOException {
        JsonNode value = field(json, name);
        if (value == null) {
            return 0;
        }
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw mistyped(name, "a whole number of 64 bits", value);
        }
        return value.longValue();
    }

    private static JsonNode array(JsonNode value, String name) throws IOException {
        if (!value.isArray()) {
            throw mistyped(name, "an array", value);
        }
        return value;
    }

    private static JsonNode object(JsonNode value, String name) throws IOException {
        if (!value.isObject()) {
            throw mistyped(name, "an object", value);
        }
        return value;
    }

    private static IOException mistyped(String name, String wanted, JsonNode value) {
        return new IOException("an extender's answer cannot be read: " + name + " is not " + wanted + " but "
                + value.getNodeType().name().toLowerCase(Locale.ROOT));
    }
}
