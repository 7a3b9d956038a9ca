package dev.customscheduler.engine.parity;

import com.fasterxml.jackson.databind.JsonNode;
import dev.customscheduler.testbed.oracle.QueueStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Why the engine wakes a pod by an event by which kube-scheduler does not. The rules are those of the rows "here only"
 * in docs/queueing.md, read from the objects themselves: a wake-up that none of them allows is one too many.
 */
final class HereOnly {
    private final JsonNode config;
    private final JsonNode pod;
    private final List<JsonNode> objects;

    /**
     * @param pod the pod that waits
     * @param objects what was there just before the event
     */
    HereOnly(JsonNode config, JsonNode pod, List<JsonNode> objects) {
        this.config = config;
        this.pod = pod;
        this.objects = objects;
    }

    /** The rule, or the empty string where there is none. */
    String reason(Set<String> rejectors, QueueStep event) {
        JsonNode object = Objects.requireNonNull(event.object());
        boolean put = event.action() == QueueStep.Action.PUT;
        JsonNode before = before(object);
        JsonNode after = put ? object : null;
        String kind = object.path("kind").asText();
        if (rejectors.contains("NodeAffinity") && kind.equals("Node") && profileAllowsNow(before, after)) {
            return "the node matches the profile's affinity from now on";
        }
        if (rejectors.contains("VolumeBinding") && kind.equals("CSIDriver") && dropsCapacity(before, after)) {
            return "the driver drops capacity tracking";
        }
        if (rejectors.contains("NodeVolumeLimits") && kind.equals("CSINode") && before != null) {
            if (after == null || dropsLimit(before, after)) {
                return "a limit of volumes is gone";
            }
        }
        if (!rejectors.contains("InterPodAffinity")) {
            return "";
        }
        return switch (kind) {
            case "Node" -> node(before, after);
            case "Pod" -> otherPod(before, after);
            case "Namespace" -> namespace(before, after);
            default -> "";
        };
    }

    private @Nullable JsonNode before(JsonNode object) {
        for (JsonNode o : objects) {
            if (o.path("kind").equals(object.path("kind"))
                    && o.at("/metadata/name").equals(object.at("/metadata/name"))
                    && o.at("/metadata/namespace").equals(object.at("/metadata/namespace"))) {
                return o;
            }
        }
        return null;
    }

    private boolean profileAllowsNow(@Nullable JsonNode before, @Nullable JsonNode after) {
        for (JsonNode profile : config.path("profiles")) {
            if (!profile.path("schedulerName").equals(pod.at("/spec/schedulerName"))) {
                continue;
            }
            for (JsonNode plugin : profile.path("pluginConfig")) {
                JsonNode required = plugin.at("/args/addedAffinity/requiredDuringSchedulingIgnoredDuringExecution");
                if (plugin.path("name").asText().equals("NodeAffinity") && required.isObject()) {
                    return before != null && after != null && !allows(required, before) && allows(required, after);
                }
            }
        }
        return false;
    }

    private static boolean dropsCapacity(@Nullable JsonNode before, @Nullable JsonNode after) {
        return before != null
                && after != null
                && before.at("/spec/storageCapacity").asBoolean()
                && !after.at("/spec/storageCapacity").asBoolean();
    }

    private static boolean dropsLimit(JsonNode before, JsonNode after) {
        for (JsonNode then : before.at("/spec/drivers")) {
            for (JsonNode now : after.at("/spec/drivers")) {
                if (then.path("name").equals(now.path("name"))
                        && then.at("/allocatable/count").isNumber()
                        && !now.at("/allocatable/count").isNumber()) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean allows(JsonNode nodeSelector, JsonNode node) {
        for (JsonNode term : nodeSelector.path("nodeSelectorTerms")) {
            if (requirements(term.path("matchExpressions"), labels(node))
                    && term.path("matchFields").isEmpty()) {
                return true;
            }
        }
        return false;
    }

    private String node(@Nullable JsonNode before, @Nullable JsonNode after) {
        if (after == null) {
            return "";
        }
        if (before == null) {
            return terms(pod, "podAffinity").isEmpty()
                            && terms(pod, "podAntiAffinity").isEmpty()
                    ? "a new node, and only the anti-affinity of others keeps the pod out"
                    : "";
        }
        for (JsonNode other : objects) {
            for (JsonNode term : terms(other, "podAntiAffinity")) {
                String key = term.path("topologyKey").asText();
                JsonNode value = labels(before).path(key);
                boolean left =
                        !value.isMissingNode() && !value.equals(labels(after).path(key));
                if (left && !other.at("/spec/nodeName").asText().isEmpty()) {
                    return "the node left a domain of a pod that wants others away";
                }
            }
        }
        return "";
    }

    private String otherPod(@Nullable JsonNode before, @Nullable JsonNode after) {
        List<JsonNode> near = terms(pod, "podAffinity");
        List<JsonNode> away = terms(pod, "podAntiAffinity");
        if (selectsNamespaces(near) && after != null && all(near, after) && !(before != null && all(near, before))) {
            return "a wanted pod of a selected namespace";
        }
        if (selectsNamespaces(away)
                && before != null
                && any(away, pod, before)
                && !(after != null && any(away, pod, after))) {
            return "an unwanted pod of a selected namespace is gone";
        }
        if (before != null && after == null) {
            List<JsonNode> its = terms(before, "podAntiAffinity");
            if (selectsNamespaces(its) && any(its, before, pod)) {
                return "a pod is gone that wanted those of selected namespaces away";
            }
        }
        return "";
    }

    private String namespace(@Nullable JsonNode before, @Nullable JsonNode after) {
        if (after == null) {
            return "";
        }
        for (JsonNode term : terms(pod, "podAffinity")) {
            JsonNode selector = term.path("namespaceSelector");
            if (selector.isObject() && selects(selector, after) && !(before != null && selects(selector, before))) {
                return "the namespace is selected from now on";
            }
        }
        for (JsonNode term : terms(pod, "podAntiAffinity")) {
            JsonNode selector = term.path("namespaceSelector");
            if (selector.isObject() && before != null && selects(selector, before) && !selects(selector, after)) {
                return "the namespace is no longer selected";
            }
        }
        boolean own = after.at("/metadata/name").equals(pod.at("/metadata/namespace"));
        return own && (before == null || !labels(before).equals(labels(after)))
                ? "the pod's own namespace has other labels"
                : "";
    }

    private static JsonNode labels(JsonNode object) {
        return object.at("/metadata/labels");
    }

    private static List<JsonNode> terms(JsonNode pod, String kind) {
        List<JsonNode> all = new ArrayList<>();
        pod.at("/spec/affinity/" + kind + "/requiredDuringSchedulingIgnoredDuringExecution")
                .forEach(all::add);
        return all;
    }

    private static boolean selectsNamespaces(List<JsonNode> terms) {
        return terms.stream().anyMatch(t -> !t.path("namespaceSelector").isEmpty());
    }

    private boolean all(List<JsonNode> terms, JsonNode other) {
        return !terms.isEmpty() && terms.stream().allMatch(t -> means(t, pod, other));
    }

    private boolean any(List<JsonNode> terms, JsonNode owner, JsonNode other) {
        return terms.stream().anyMatch(t -> means(t, owner, other));
    }

    private boolean means(JsonNode term, JsonNode owner, JsonNode other) {
        JsonNode selector = term.path("labelSelector");
        if (!selector.isObject() || !selects(selector, other)) {
            return false;
        }
        String namespace = other.at("/metadata/namespace").asText();
        JsonNode namespaces = term.path("namespaces");
        JsonNode byLabels = term.path("namespaceSelector");
        if (namespaces.isEmpty() && !byLabels.isObject()) {
            return namespace.equals(owner.at("/metadata/namespace").asText());
        }
        for (JsonNode name : namespaces) {
            if (name.asText().equals(namespace)) {
                return true;
            }
        }
        for (JsonNode o : objects) {
            if (byLabels.isObject()
                    && o.path("kind").asText().equals("Namespace")
                    && o.at("/metadata/name").asText().equals(namespace)) {
                return selects(byLabels, o);
            }
        }
        return byLabels.isObject() && byLabels.isEmpty();
    }

    private static boolean selects(JsonNode selector, JsonNode object) {
        JsonNode labels = labels(object);
        for (var wanted : selector.path("matchLabels").properties()) {
            if (!wanted.getValue().equals(labels.path(wanted.getKey()))) {
                return false;
            }
        }
        return requirements(selector.path("matchExpressions"), labels);
    }

    private static boolean requirements(JsonNode requirements, JsonNode labels) {
        for (JsonNode r : requirements) {
            JsonNode value = labels.path(r.path("key").asText());
            boolean known = !value.isMissingNode();
            boolean among = false;
            for (JsonNode v : r.path("values")) {
                among |= v.equals(value);
            }
            boolean holds = switch (r.path("operator").asText()) {
                case "In" -> among;
                case "NotIn" -> !among;
                case "Exists" -> known;
                case "DoesNotExist" -> !known;
                case "Gt" -> number(value) > number(r.at("/values/0"));
                case "Lt" -> number(value) < number(r.at("/values/0"));
                default -> throw new IllegalArgumentException(r.toString());
            };
            if (!holds) {
                return false;
            }
        }
        return true;
    }

    /** NaN, to which nothing compares, where it is no number. */
    private static double number(JsonNode value) {
        return value.asText().matches("-?[0-9]+") ? Long.parseLong(value.asText()) : Double.NaN;
    }
}
