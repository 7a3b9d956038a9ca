package dev.customscheduler.cli.simulate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.customscheduler.engine.simulation.MatchLabelKeys;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the API server does to a pod when it is created, as far as a scheduler sees it and the pod's decoding does not
 * do it: LimitRanges, runtime classes, the tolerations of the first minutes of an outage, and label keys that become
 * part of selectors.
 */
final class PodAdmission {
    private static final List<String> OUTAGES =
            List.of("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable");
    private static final String NO_EXECUTE = "NoExecute";

    private final LimitRanges limitRanges;
    private final Map<String, JsonNode> runtimeClasses = new HashMap<>();
    private final List<String> notes;

    /**
     * For one input.
     *
     * @param notes takes what is odd
     */
    PodAdmission(List<ObjectNode> objects, List<String> notes) {
        this.limitRanges = new LimitRanges(objects);
        this.notes = notes;
        for (ObjectNode object : objects) {
            if (Kinds.kind(object).equals("RuntimeClass")) {
                runtimeClasses.put(Kinds.name(object), object);
            }
        }
    }

    void admit(ObjectNode pod) {
        ObjectNode spec = Kinds.object(pod, "spec");
        limitRanges.fill(pod);
        tolerateOutages(spec);
        runtimeClass(pod, spec);
        MatchLabelKeys.apply(pod);
    }

    /** DefaultTolerationSeconds. */
    private static void tolerateOutages(ObjectNode spec) {
        Set<String> all = new LinkedHashSet<>(OUTAGES);
        for (JsonNode toleration : spec.path("tolerations")) {
            String effect = toleration.path("effect").asText("");
            if (effect.isEmpty() || effect.equals(NO_EXECUTE)) {
                String key = toleration.path("key").asText("");
                all.removeIf(outage -> key.isEmpty() || key.equals(outage));
            }
        }
        for (String outage : all) {
            ArrayNode tolerations =
                    spec.get("tolerations") instanceof ArrayNode given ? given : spec.putArray("tolerations");
            tolerations
                    .addObject()
                    .put("key", outage)
                    .put("operator", "Exists")
                    .put("effect", NO_EXECUTE)
                    .put("tolerationSeconds", 300);
        }
    }

    private void runtimeClass(ObjectNode pod, ObjectNode spec) {
        String name = spec.path("runtimeClassName").asText("");
        if (name.isEmpty()) {
            return;
        }
        JsonNode found = runtimeClasses.get(name);
        if (found == null) {
            notes.add("Pod " + Kinds.key(pod) + " names the RuntimeClass " + name
                    + ", which is not in the input: it is placed as if it named none");
            return;
        }
        if (found.path("overhead").path("podFixed") instanceof ObjectNode overhead && !spec.hasNonNull("overhead")) {
            spec.set("overhead", overhead.deepCopy());
        }
        if (found.path("scheduling").path("nodeSelector") instanceof ObjectNode wanted) {
            ObjectNode selector = Kinds.object(spec, "nodeSelector");
            wanted.properties().forEach(label -> selector.set(label.getKey(), label.getValue()));
        }
        for (JsonNode toleration : found.path("scheduling").path("tolerations")) {
            ArrayNode tolerations =
                    spec.get("tolerations") instanceof ArrayNode given ? given : spec.putArray("tolerations");
            tolerations.add(toleration);
        }
    }
}
