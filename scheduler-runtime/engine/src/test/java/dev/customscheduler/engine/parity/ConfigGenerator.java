package dev.customscheduler.engine.parity;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes a KubeSchedulerConfiguration whose profiles run exactly the given plugins, with weights and arguments by
 * chance.
 */
final class ConfigGenerator {
    /** Plugins without which a profile makes sense, and without which pods still come to an end. */
    private static final List<String> OPTIONAL = List.of(
            "TaintToleration",
            "NodeAffinity",
            "NodeResourcesBalancedAllocation",
            "VolumeZone",
            "DefaultPreemption",
            "NodeUnschedulable");

    private final Dice dice;
    private final Set<Feature> features;

    ConfigGenerator(Dice dice, Set<Feature> features) {
        this.dice = dice;
        this.features = features;
    }

    Map<String, Object> generate(List<String> schedulers, List<String> plugins) {
        Map<String, Object> config = new LinkedHashMap<>();
        config.put("apiVersion", "kubescheduler.config.k8s.io/v1");
        config.put("kind", "KubeSchedulerConfiguration");
        if (features.contains(Feature.SAMPLING) && dice.chance(0.4)) {
            config.put("percentageOfNodesToScore", dice.of(5, 10, 40, 55, 80));
        }
        List<Object> profiles = new ArrayList<>();
        for (String name : schedulers) {
            profiles.add(profile(name, plugins));
        }
        config.put("profiles", profiles);
        return config;
    }

    private Map<String, Object> profile(String name, List<String> plugins) {
        Map<String, Object> profile = new LinkedHashMap<>();
        profile.put("schedulerName", name);
        if (features.contains(Feature.SAMPLING) && dice.chance(0.2)) {
            profile.put("percentageOfNodesToScore", dice.of(10, 50, 100));
        }
        if (plugins.isEmpty()) {
            defaults(profile);
        } else {
            only(profile, plugins);
        }
        List<Object> args = new ArrayList<>();
        if (dice.chance(0.6)) {
            args.add(Map.of("name", "NodeResourcesFit", "args", fit()));
        }
        if (dice.chance(0.3)) {
            args.add(Map.of("name", "NodeResourcesBalancedAllocation", "args", Map.of("resources", resources(true))));
        }
        if (features.contains(Feature.NODE_AFFINITY) && dice.chance(0.2)) {
            args.add(Map.of("name", "NodeAffinity", "args", Map.of("addedAffinity", addedAffinity())));
        }
        if ((plugins.isEmpty() || plugins.contains("PodTopologySpread")) && dice.chance(0.4)) {
            args.add(Map.of("name", "PodTopologySpread", "args", spread()));
        }
        if ((plugins.isEmpty() || plugins.contains("InterPodAffinity")) && dice.chance(0.4)) {
            args.add(Map.of(
                    "name",
                    "InterPodAffinity",
                    "args",
                    Map.of(
                            "hardPodAffinityWeight",
                            dice.of(0, 1, 10, 100),
                            "ignorePreferredTermsOfExistingPods",
                            dice.chance(0.3))));
        }
        if (plugins.isEmpty() && features.contains(Feature.VOLUMES) && dice.chance(0.2)) {
            List<Object> shape = List.of(
                    Map.of("utilization", 0, "score", dice.between(0, 10)),
                    Map.of("utilization", 100, "score", dice.between(0, 10)));
            args.add(Map.of("name", "VolumeBinding", "args", Map.of("bindTimeoutSeconds", 600, "shape", shape)));
        }
        if (plugins.isEmpty() && features.contains(Feature.PREEMPTION) && dice.chance(0.3)) {
            args.add(Map.of(
                    "name",
                    "DefaultPreemption",
                    "args",
                    Map.of(
                            "minCandidateNodesPercentage",
                            dice.of(1, 10, 50),
                            "minCandidateNodesAbsolute",
                            dice.of(0, 1, 2, 5))));
        }
        if (!args.isEmpty()) {
            profile.put("pluginConfig", args);
        }
        return profile;
    }

    /** The default plugins, some with another weight. */
    private void defaults(Map<String, Object> profile) {
        List<Object> weights = new ArrayList<>();
        for (String plugin : List.of(
                "PodTopologySpread",
                "InterPodAffinity",
                "NodeAffinity",
                "ImageLocality",
                "TaintToleration",
                "NodeResourcesFit")) {
            if (dice.chance(0.2)) {
                weights.add(Map.of("name", plugin, "weight", dice.between(1, 9)));
            }
        }
        Map<String, Object> plugins = new LinkedHashMap<>();
        if (!weights.isEmpty()) {
            plugins.put("score", Map.of("enabled", weights));
        }
        if (dice.chance(0.1)) {
            List<Object> disabled = new ArrayList<>();
            for (String plugin : dice.some(dice.between(1, 2), OPTIONAL)) {
                disabled.add(Map.of("name", plugin));
            }
            plugins.put("multiPoint", Map.of("disabled", disabled));
        }
        if (!plugins.isEmpty()) {
            profile.put("plugins", plugins);
        }
    }

    private void only(Map<String, Object> profile, List<String> plugins) {
        List<Object> enabled = new ArrayList<>();
        for (String plugin : plugins) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("name", plugin);
            if (dice.chance(0.3)) {
                entry.put("weight", dice.between(1, 9));
            }
            enabled.add(entry);
        }
        Map<String, Object> multiPoint = new LinkedHashMap<>();
        multiPoint.put("enabled", enabled);
        multiPoint.put("disabled", List.of(Map.of("name", "*")));
        profile.put("plugins", Map.of("multiPoint", multiPoint));
    }

    private Map<String, Object> spread() {
        if (dice.chance(0.3)) {
            return Map.of("defaultingType", "System");
        }
        List<Object> all = new ArrayList<>();
        for (String key :
                dice.some(dice.between(0, 2), List.of("topology.kubernetes.io/zone", "kubernetes.io/hostname"))) {
            all.add(Map.of(
                    "maxSkew",
                    dice.between(1, 3),
                    "topologyKey",
                    key,
                    "whenUnsatisfiable",
                    dice.of("ScheduleAnyway", "DoNotSchedule")));
        }
        return Map.of("defaultingType", "List", "defaultConstraints", all);
    }

    private Map<String, Object> addedAffinity() {
        Map<String, Object> added = new LinkedHashMap<>();
        if (dice.chance(0.4)) {
            added.put(
                    "requiredDuringSchedulingIgnoredDuringExecution",
                    Map.of("nodeSelectorTerms", List.of(term("disk", "Exists"), term("gen", "DoesNotExist"))));
        }
        if (dice.chance(0.7)) {
            added.put(
                    "preferredDuringSchedulingIgnoredDuringExecution",
                    List.of(Map.of("weight", dice.between(1, 100), "preference", term("gen", "Exists"))));
        }
        return added;
    }

    private static Map<String, Object> term(String key, String operator) {
        return Map.of("matchExpressions", List.of(Map.of("key", key, "operator", operator)));
    }

    private Map<String, Object> fit() {
        Map<String, Object> strategy = new LinkedHashMap<>();
        String type = dice.of("LeastAllocated", "MostAllocated", "RequestedToCapacityRatio");
        strategy.put("type", type);
        strategy.put("resources", resources(false));
        if (type.equals("RequestedToCapacityRatio")) {
            List<Object> shape = new ArrayList<>();
            int utilization = dice.between(0, 30);
            while (utilization <= 100 && shape.size() < 4) {
                shape.add(Map.of("utilization", utilization, "score", dice.between(0, 10)));
                utilization += dice.between(5, 60);
            }
            strategy.put("requestedToCapacityRatio", Map.of("shape", shape));
        }
        Map<String, Object> args = new LinkedHashMap<>();
        args.put("scoringStrategy", strategy);
        if (dice.chance(0.2)) {
            args.put("ignoredResources", List.of("example.com/fpga"));
        }
        if (dice.chance(0.1)) {
            args.put("ignoredResourceGroups", List.of("example.com"));
        }
        return args;
    }

    private List<Object> resources(boolean weightOne) {
        List<Object> all = new ArrayList<>();
        List<String> names = List.of("cpu", "memory", "example.com/gpu", "ephemeral-storage", "hugepages-2Mi");
        for (String name : dice.some(dice.between(1, 4), names)) {
            all.add(Map.of("name", name, "weight", weightOne ? 1 : dice.between(1, 5)));
        }
        return all;
    }
}
