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
    private int budgets;

    private ClusterGenerator(long seed, Set<Feature> allowed) {
        this.seed = seed;
        this.dice = new Dice(seed);
        this.features = EnumSet.noneOf(Feature.class);
        for (Feature f : allowed) {
            if (dice.chance(0.75)) {
                features.add(f);
            }
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
        boolean crowded = with(Feature.PREEMPTION, 0.1);
        int size = crowded
                ? dice.between(1, 3)
                : dice.chance(0.03)
                        ? dice.between(200, 500)
                        : with(Feature.SAMPLING, 0.12)
                                ? dice.between(100, 200)
                                : dice.between(dice.chance(0.1) ? 1 : 3, 30);
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
        priorityClasses();
        budgets();
        int assigned = crowded
                ? dice.between(30, 150)
                : dice.between(0, Math.min(100, with(Feature.PREEMPTION, 0.6) ? 5 * size : 2 * size));
        for (int i = 0; i < assigned; i++) {
            Map<String, Object> pod =
                    pods.pod("on-" + i, nodeNames, crowded ? PodGenerator.Place.CROWD : PodGenerator.Place.NODE);
            spec(pod).put("nodeName", dice.of(nodeNames));
            useVolumes(pod, 0.4);
            objects.add(pod);
        }
        int waiting = dice.between(3, size > 60 ? 12 : 25);
        for (int i = 0; i < waiting; i++) {
            Map<String, Object> pod = pods.pod("p-" + i, nodeNames, PodGenerator.Place.NONE);
            spec(pod).put("schedulerName", dice.chance(0.01) ? "nobody" : dice.of(schedulers));
            useVolumes(pod, 0.45);
            objects.add(pod);
        }
        return new GeneratedCluster(seed, config, objects);
    }

    @SuppressWarnings("unchecked") // made by PodGenerator
    private static Map<String, Object> spec(Map<String, Object> pod) {
        return (Map<String, Object>) Objects.requireNonNull(pod.get("spec"));
    }

    private void useVolumes(Map<String, Object> pod, double p) {
        VolumeGenerator from = volumes;
        if (from == null || !dice.chance(p)) {
            return;
        }
        List<Object> all = from.podVolumes(pod);
        if (!all.isEmpty()) {
            spec(pod).merge("volumes", all, (own, more) -> {
                List<Object> both = new ArrayList<>((List<?>) own);
                both.addAll((List<?>) more);
                return both;
            });
        }
    }

    /**
     * Budgets that cover a pod twice have the same selector and the same disrupted pods: kube-scheduler asks them in no
     * particular order, ends with the first that is used up, and with different ones the answer would depend on it.
     */
    private void budgets() {
        while (with(Feature.PREEMPTION, 0.6) && budgets < PodGenerator.NAMESPACES.size()) {
            String namespace = PodGenerator.NAMESPACES.get(budgets);
            Map<String, Object> selector = dice.chance(0.1)
                    ? Map.of()
                    : dice.chance(0.7)
                            ? Map.of("matchLabels", Map.of("app", dice.of("web", "db")))
                            : Map.of(
                                    "matchExpressions",
                                    List.of(Map.of("key", "app", "operator", "In", "values", List.of("web", "cache"))));
            Map<String, Object> disrupted =
                    dice.chance(0.2) ? Map.of("on-" + dice.between(0, 5), "2026-01-01T00:00:00Z") : Map.of();
            budget("budget-" + budgets, namespace, selector, disrupted);
            if (dice.chance(0.2)) {
                budget("same-" + budgets, namespace, selector, disrupted);
            }
            budgets++;
        }
    }

    private void priorityClasses() {
        if (features.contains(Feature.PREEMPTION)) {
            priorityClass("high", 80, false, "PreemptLowerPriority");
            priorityClass("gentle", 90, false, "Never");
            if (dice.chance(0.3)) {
                priorityClass("usual", 5, true, "PreemptLowerPriority");
            }
        }
    }

    private void priorityClass(String name, int value, boolean globalDefault, String policy) {
        objects.add(Map.of(
                "apiVersion",
                "scheduling.k8s.io/v1",
                "kind",
                "PriorityClass",
                "metadata",
                Map.of("name", name),
                "value",
                value,
                "globalDefault",
                globalDefault,
                "preemptionPolicy",
                policy));
    }

    private void budget(String name, String namespace, Map<String, Object> selector, Map<String, Object> disrupted) {
        Map<String, Object> status = new LinkedHashMap<>();
        status.put("disruptionsAllowed", dice.between(0, 2));
        if (!disrupted.isEmpty()) {
            status.put("disruptedPods", disrupted);
        }
        objects.add(Map.of(
                "apiVersion",
                "policy/v1",
                "kind",
                "PodDisruptionBudget",
                "metadata",
                Map.of("name", name, "namespace", namespace),
                "spec",
                Map.of("selector", selector),
                "status",
                status));
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
        if (dice.chance(0.1)) {
            labels.put("failure-domain.beta.kubernetes.io/zone", dice.of("z1", "z2"));
        }
        if (features.contains(Feature.VOLUMES)) {
            for (String driver : List.of("topology.ebs.csi.aws.com/zone", "topology.gke.io/zone")) {
                if (dice.chance(0.5)) {
                    labels.put(driver, dice.of("z1", "z2", "z3"));
                }
            }
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
        if (features.contains(Feature.DECLARED_FEATURES)) {
            status.put(
                    "declaredFeatures",
                    dice
                            .some(
                                    dice.between(0, 2),
                                    List.of("RestartAllContainersOnContainerExits", "UserNamespacesHostNetworkSupport"))
                            .stream()
                            .sorted()
                            .toList());
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
