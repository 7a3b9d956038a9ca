package dev.customscheduler.engine.parity;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes a cluster of a seed: nodes, pods on them and pods that wait, with a configuration. The same seed always makes
 * the same.
 */
final class ClusterGenerator {
    private final long seed;
    private final Dice dice;
    private final Set<Feature> features;
    private final PodGenerator pods;
    private final List<Map<String, Object>> objects = new ArrayList<>();
    private final List<String> nodeNames = new ArrayList<>();
    private final List<String> schedulers = new ArrayList<>();
    private @Nullable VolumeGenerator volumes;

    private ClusterGenerator(long seed, Set<Feature> allowed) {
        this.seed = seed;
        this.dice = new Dice(seed);
        this.features = EnumSet.noneOf(Feature.class);
        for (Feature f : allowed) {
            if (dice.chance(0.75)) {
                features.add(f);
            }
        }
        if (features.contains(Feature.PREEMPTION)) {
            // Pods that are assigned by chance may share a port, which kube-scheduler forgets when it takes one of them
            // away.
            features.remove(Feature.PORTS);
        }
        this.pods = new PodGenerator(dice, features);
    }

    static GeneratedCluster generate(long seed, Set<Feature> allowed, List<String> plugins) {
        return new ClusterGenerator(seed, allowed).generate(plugins);
    }

    private boolean with(Feature f, double p) {
        return features.contains(f) && dice.chance(p);
    }

    private GeneratedCluster generate(List<String> plugins) {
        int size = with(Feature.SAMPLING, 0.15) ? dice.between(100, 260) : dice.between(1, 30);
        schedulers.add("default-scheduler");
        if (with(Feature.PROFILES, 0.3)) {
            schedulers.add("second");
        }
        Map<String, Object> config = new ConfigGenerator(dice, features).generate(schedulers, plugins);
        for (int i = 0; i < size; i++) {
            node(i);
        }
        namespaces();
        workloads();
        if (features.contains(Feature.VOLUMES)) {
            volumes = new VolumeGenerator(dice, objects, nodeNames);
            volumes.generate();
        }
        budgets();
        int assigned = dice.between(0, Math.min(60, 2 * size));
        for (int i = 0; i < assigned; i++) {
            Map<String, Object> pod = pods.pod("on-" + i, nodeNames, true);
            spec(pod).put("nodeName", dice.of(nodeNames));
            useClaims(pod, 0.15);
            objects.add(pod);
        }
        int waiting = dice.between(3, size > 60 ? 12 : 25);
        for (int i = 0; i < waiting; i++) {
            Map<String, Object> pod = pods.pod("p-" + i, nodeNames, false);
            spec(pod).put("schedulerName", dice.of(schedulers));
            useClaims(pod, 0.4);
            objects.add(pod);
        }
        return new GeneratedCluster(seed, config, objects);
    }

    @SuppressWarnings("unchecked") // made by PodGenerator
    private static Map<String, Object> spec(Map<String, Object> pod) {
        return (Map<String, Object>) Objects.requireNonNull(pod.get("spec"));
    }

    private void useClaims(Map<String, Object> pod, double p) {
        VolumeGenerator from = volumes;
        if (from == null || !dice.chance(p)) {
            return;
        }
        List<Object> all = new ArrayList<>();
        for (String claim : from.take()) {
            String name = dice.chance(0.03) ? "no-such-claim" : claim;
            all.add(Map.of("name", "v" + all.size(), "persistentVolumeClaim", Map.of("claimName", name)));
        }
        if (dice.chance(0.1)) {
            all.add(Map.of(
                    "name",
                    "disk",
                    "gcePersistentDisk",
                    Map.of("pdName", dice.of("d1", "d2"), "readOnly", dice.chance(0.5))));
        }
        if (!all.isEmpty()) {
            spec(pod).put("volumes", all);
        }
    }

    private void budgets() {
        if (with(Feature.PREEMPTION, 0.5)) {
            objects.add(Map.of(
                    "apiVersion",
                    "policy/v1",
                    "kind",
                    "PodDisruptionBudget",
                    "metadata",
                    Map.of("name", "db", "namespace", "default"),
                    "spec",
                    Map.of("selector", Map.of("matchLabels", Map.of("app", dice.of("web", "db")))),
                    "status",
                    Map.of("disruptionsAllowed", dice.between(0, 2))));
        }
    }

    private void workloads() {
        if (!with(Feature.SPREAD, 0.5)) {
            return;
        }
        objects.add(Map.of(
                "apiVersion",
                "v1",
                "kind",
                "Service",
                "metadata",
                Map.of("name", "web", "namespace", "default"),
                "spec",
                Map.of("selector", Map.of("app", "web"), "ports", List.of(Map.of("port", 80)))));
        objects.add(Map.of(
                "apiVersion",
                "apps/v1",
                "kind",
                "ReplicaSet",
                "metadata",
                Map.of("name", "db", "namespace", "default"),
                "spec",
                Map.of("selector", Map.of("matchLabels", Map.of("app", "db")))));
    }

    private void namespaces() {
        for (String name : PodGenerator.NAMESPACES) {
            objects.add(Map.of(
                    "apiVersion",
                    "v1",
                    "kind",
                    "Namespace",
                    "metadata",
                    Map.of("name", name, "labels", Map.of("team", name.equals("default") ? "a" : "b"))));
        }
    }

    private void node(int i) {
        String name = "node-" + dice.between(100, 999) + "-" + i;
        nodeNames.add(name);
        Map<String, String> labels = new LinkedHashMap<>();
        if (!dice.chance(0.05)) {
            labels.put("kubernetes.io/hostname", name);
        }
        if (!dice.chance(0.1)) {
            labels.put("topology.kubernetes.io/zone", dice.of("z1", "z2", "z3"));
        }
        if (dice.chance(0.5)) {
            labels.put("topology.kubernetes.io/region", dice.of("r1", "r2"));
        }
        if (dice.chance(0.6)) {
            labels.put("disk", dice.of("ssd", "hdd"));
        }
        if (dice.chance(0.5)) {
            labels.put("gen", dice.of("1", "2", "3", "10", "x"));
        }
        Map<String, Object> spec = new LinkedHashMap<>();
        List<Object> taints = new ArrayList<>();
        while (with(Feature.TAINTS, 0.3)) {
            taints.add(Map.of(
                    "key",
                    dice.of("dedicated", "gpu", "spot") + taints.size(),
                    "value",
                    dice.of("", "a", "b"),
                    "effect",
                    dice.of("NoSchedule", "PreferNoSchedule", "PreferNoSchedule", "NoExecute")));
        }
        if (!taints.isEmpty()) {
            spec.put("taints", taints);
        }
        if (with(Feature.TAINTS, 0.08)) {
            spec.put("unschedulable", true);
        }
        Map<String, Object> status = new LinkedHashMap<>();
        status.put(dice.chance(0.9) ? "allocatable" : "capacity", allocatable());
        if (features.contains(Feature.IMAGES)) {
            status.put("images", images());
        }
        objects.add(Map.of(
                "apiVersion",
                "v1",
                "kind",
                "Node",
                "metadata",
                Map.of("name", name, "labels", labels),
                "spec",
                spec,
                "status",
                status));
    }

    private Map<String, Object> allocatable() {
        Map<String, Object> all = new LinkedHashMap<>();
        if (!dice.chance(0.03)) {
            all.put("cpu", dice.of("1", "2", "4", "8", "3500m", "3.5", "64"));
        }
        if (!dice.chance(0.03)) {
            all.put("memory", dice.of("1Gi", "4Gi", "8Gi", "8000000Ki", "16e9", "3G", "256Gi"));
        }
        all.put("pods", dice.of("3", "8", "110", "110", "110"));
        if (dice.chance(0.5)) {
            all.put("ephemeral-storage", dice.of("10Gi", "100Gi"));
        }
        if (features.contains(Feature.RESOURCES)) {
            if (dice.chance(0.4)) {
                all.put("example.com/gpu", dice.of("0", "1", "4", "8"));
            }
            if (dice.chance(0.3)) {
                all.put("hugepages-2Mi", dice.of("0", "64Mi", "1Gi"));
            }
            if (dice.chance(0.2)) {
                all.put("example.com/fpga", "2");
            }
        }
        return all;
    }

    private List<Object> images() {
        List<Object> all = new ArrayList<>();
        for (String image : PodGenerator.IMAGES) {
            if (dice.chance(0.3)) {
                String name = image.indexOf(':', image.lastIndexOf('/') + 1) < 0 ? image + ":latest" : image;
                all.add(Map.of(
                        "names",
                        dice.chance(0.5) ? List.of(name) : List.of(name, image + "@sha256:0"),
                        "sizeBytes",
                        dice.between(1, 1500) * 1024L * 1024L + dice.between(0, 1000)));
            }
        }
        return all;
    }
}
