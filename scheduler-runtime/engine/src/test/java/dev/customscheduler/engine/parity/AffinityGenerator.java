package dev.customscheduler.engine.parity;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Adds selectors, affinities and spread constraints to pods by chance. */
final class AffinityGenerator {
    private static final String ZONE = "topology.kubernetes.io/zone";
    private static final String HOST = "kubernetes.io/hostname";

    private final Dice dice;
    private final Set<Feature> features;

    AffinityGenerator(Dice dice, Set<Feature> features) {
        this.dice = dice;
        this.features = features;
    }

    private boolean with(Feature f, double p) {
        return features.contains(f) && dice.chance(p);
    }

    void apply(Map<String, Object> spec, List<String> nodeNames) {
        if (with(Feature.NODE_AFFINITY, 0.15)) {
            spec.put("nodeSelector", Map.of("disk", dice.of("ssd", "hdd")));
        }
        Map<String, Object> affinity = new LinkedHashMap<>();
        if (with(Feature.NODE_AFFINITY, 0.4)) {
            affinity.put("nodeAffinity", nodeAffinity(nodeNames));
        }
        if (with(Feature.POD_AFFINITY, 0.25)) {
            affinity.put("podAffinity", podAffinity());
        }
        if (with(Feature.POD_AFFINITY, 0.25)) {
            affinity.put("podAntiAffinity", podAffinity());
        }
        if (!affinity.isEmpty()) {
            spec.put("affinity", affinity);
        }
        List<Object> spread = new ArrayList<>();
        for (String key : dice.some(dice.between(1, 2), List.of(ZONE, HOST, "disk"))) {
            if (with(Feature.SPREAD, 0.3)) {
                spread.add(constraint(key));
            }
        }
        if (!spread.isEmpty()) {
            spec.put("topologySpreadConstraints", spread);
        }
    }

    private Map<String, Object> nodeAffinity(List<String> nodeNames) {
        Map<String, Object> all = new LinkedHashMap<>();
        if (dice.chance(0.5)) {
            List<Object> terms = new ArrayList<>();
            do {
                terms.add(term(nodeNames));
            } while (dice.chance(0.4));
            all.put("requiredDuringSchedulingIgnoredDuringExecution", Map.of("nodeSelectorTerms", terms));
        }
        if (dice.chance(0.7)) {
            List<Object> preferred = new ArrayList<>();
            do {
                preferred.add(Map.of("weight", dice.between(1, 100), "preference", term(nodeNames)));
            } while (dice.chance(0.4));
            all.put("preferredDuringSchedulingIgnoredDuringExecution", preferred);
        }
        return all;
    }

    private Map<String, Object> term(List<String> nodeNames) {
        Map<String, Object> term = new LinkedHashMap<>();
        if (dice.chance(0.15)) {
            term.put(
                    "matchFields",
                    List.of(Map.of(
                            "key",
                            "metadata.name",
                            "operator",
                            dice.of("In", "In", "NotIn"),
                            "values",
                            List.of(dice.chance(0.9) ? dice.of(nodeNames) : "no-such-node"))));
        }
        if (term.isEmpty() || dice.chance(0.5)) {
            List<Object> expressions = new ArrayList<>();
            do {
                expressions.add(expression());
            } while (dice.chance(0.3));
            term.put("matchExpressions", expressions);
        }
        return term;
    }

    private Map<String, Object> expression() {
        return switch (dice.between(0, 5)) {
            case 0 -> Map.of("key", "disk", "operator", "In", "values", List.of(dice.of("ssd", "hdd")));
            case 1 -> Map.of("key", "disk", "operator", "NotIn", "values", List.of("ssd"));
            case 2 -> Map.of("key", dice.of("disk", "gen", ZONE), "operator", "Exists");
            case 3 -> Map.of("key", dice.of("disk", "gen"), "operator", "DoesNotExist");
            case 4 -> Map.of("key", "gen", "operator", dice.of("Gt", "Lt"), "values", List.of(dice.of("1", "2", "5")));
            default -> Map.of("key", ZONE, "operator", "In", "values", dice.some(2, List.of("z1", "z2", "z3")));
        };
    }

    private Map<String, Object> podAffinity() {
        Map<String, Object> all = new LinkedHashMap<>();
        if (dice.chance(0.6)) {
            List<Object> terms = new ArrayList<>();
            do {
                terms.add(podTerm());
            } while (dice.chance(0.2));
            all.put("requiredDuringSchedulingIgnoredDuringExecution", terms);
        }
        if (dice.chance(0.6)) {
            List<Object> terms = new ArrayList<>();
            do {
                terms.add(Map.of("weight", dice.between(1, 100), "podAffinityTerm", podTerm()));
            } while (dice.chance(0.3));
            all.put("preferredDuringSchedulingIgnoredDuringExecution", terms);
        }
        return all;
    }

    private Map<String, Object> podTerm() {
        Map<String, Object> term = new LinkedHashMap<>();
        term.put("topologyKey", dice.of(ZONE, HOST, HOST, "disk"));
        if (!dice.chance(0.05)) {
            term.put("labelSelector", selector());
        }
        if (term.containsKey("labelSelector") && dice.chance(0.15)) {
            term.put(dice.of("matchLabelKeys", "mismatchLabelKeys"), List.of(dice.of("pod-template-hash", "version")));
        }
        if (dice.chance(0.2)) {
            term.put("namespaces", dice.some(dice.between(1, 2), PodGenerator.NAMESPACES));
        }
        if (dice.chance(0.2)) {
            term.put(
                    "namespaceSelector",
                    dice.chance(0.4) ? Map.of() : Map.of("matchLabels", Map.of("team", dice.of("a", "b"))));
        }
        return term;
    }

    private Map<String, Object> selector() {
        return switch (dice.between(0, 4)) {
            case 0 -> Map.of("matchLabels", Map.of("app", dice.of("web", "db"), "tier", dice.of("front", "back")));
            case 1 ->
                Map.of(
                        "matchExpressions",
                        List.of(Map.of("key", "app", "operator", "In", "values", List.of("web", "cache"))));
            case 2 ->
                Map.of(
                        "matchExpressions",
                        List.of(Map.of("key", "tier", "operator", dice.of("Exists", "DoesNotExist"))));
            case 3 -> dice.chance(0.3) ? Map.of() : Map.of("matchLabels", Map.of("tier", "front"));
            default -> Map.of("matchLabels", Map.of("app", dice.of("web", "db", "cache")));
        };
    }

    private Map<String, Object> constraint(String key) {
        Map<String, Object> c = new LinkedHashMap<>();
        c.put("maxSkew", dice.between(1, 3));
        c.put("topologyKey", key);
        boolean hard = dice.chance(0.5);
        c.put("whenUnsatisfiable", hard ? "DoNotSchedule" : "ScheduleAnyway");
        if (!dice.chance(0.05)) {
            c.put("labelSelector", selector());
        }
        if (hard && dice.chance(0.3)) {
            c.put("minDomains", dice.between(1, 5));
        }
        if (dice.chance(0.3)) {
            c.put("nodeAffinityPolicy", dice.of("Honor", "Ignore"));
        }
        if (dice.chance(0.3)) {
            c.put("nodeTaintsPolicy", dice.of("Honor", "Ignore"));
        }
        if (c.containsKey("labelSelector") && dice.chance(0.2)) {
            c.put("matchLabelKeys", List.of("pod-template-hash"));
        }
        return c;
    }
}
