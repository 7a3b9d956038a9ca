package dev.customscheduler.engine.parity;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Makes pods by chance. */
final class PodGenerator {
    static final List<String> NAMESPACES = List.of("default", "blue", "green");
    static final List<String> IMAGES =
            List.of("registry.example/app:1", "registry.example/db", "web:2", "registry.example:5000/cache", "tool");

    private final Dice dice;
    private final Set<Feature> features;
    private final AffinityGenerator affinity;

    PodGenerator(Dice dice, Set<Feature> features) {
        this.dice = dice;
        this.features = features;
        this.affinity = new AffinityGenerator(dice, features);
    }

    private boolean with(Feature f, double p) {
        return features.contains(f) && dice.chance(p);
    }

    /** Where a pod is. */
    enum Place {
        /** Nowhere yet. */
        NONE,
        /** On a node. */
        NODE,
        /** On a node with many that are as important as it is. */
        CROWD
    }

    Map<String, Object> pod(String name, List<String> nodeNames, Place place) {
        boolean assigned = place != Place.NONE;
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("name", name);
        metadata.put("namespace", dice.chance(0.7) ? "default" : dice.of(NAMESPACES));
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put("app", dice.of("web", "db", "cache"));
        if (dice.chance(0.5)) {
            labels.put("tier", dice.of("front", "back"));
        }
        if (dice.chance(0.3)) {
            labels.put("pod-template-hash", dice.of("h1", "h2"));
        }
        if (dice.chance(0.3)) {
            labels.put("version", dice.of("1", "2"));
        }
        metadata.put("labels", labels);
        if (with(Feature.SPREAD, 0.3)) {
            metadata.put(
                    "ownerReferences",
                    List.of(Map.of(
                            "apiVersion",
                            "apps/v1",
                            "kind",
                            "ReplicaSet",
                            "name",
                            "db",
                            "uid",
                            "u",
                            "controller",
                            true)));
        }
        Map<String, Object> spec = new LinkedHashMap<>();
        List<Object> containers = new ArrayList<>();
        int count = dice.chance(0.7) ? 1 : dice.between(2, 3);
        for (int i = 0; i < count; i++) {
            containers.add(container("c" + i, false));
        }
        spec.put("containers", containers);
        List<Object> init = new ArrayList<>();
        while (with(Feature.INIT_CONTAINERS, 0.3)) {
            init.add(container("i" + init.size(), dice.chance(0.4)));
        }
        if (!init.isEmpty()) {
            spec.put("initContainers", init);
        }
        if (with(Feature.INIT_CONTAINERS, 0.15)) {
            spec.put("overhead", Map.of("cpu", dice.of("100m", "250m"), "memory", "64Mi"));
        }
        if (with(Feature.POD_LEVEL_RESOURCES, 0.3)) {
            Map<String, Object> whole = new LinkedHashMap<>();
            if (dice.chance(0.7)) {
                whole.put("cpu", dice.of("1", "500m", "3"));
            }
            if (dice.chance(0.7)) {
                whole.put("memory", dice.of("256Mi", "2Gi"));
            }
            spec.put(
                    "resources",
                    dice.chance(0.7)
                            ? Map.of("requests", whole)
                            : Map.of(
                                    "requests",
                                    whole,
                                    "limits",
                                    Map.of(dice.of("cpu", "memory", "hugepages-2Mi"), "4Gi")));
        }
        if (with(Feature.PORTS, 0.15)) {
            spec.put("hostNetwork", true);
        }
        if (with(Feature.IMAGES, 0.1)) {
            spec.put("volumes", List.of(Map.of("name", "v", "image", Map.of("reference", dice.of(IMAGES)))));
        }
        if (!assigned && with(Feature.GATES, 0.08)) {
            spec.put("schedulingGates", List.of(Map.of("name", "example.com/wait")));
        }
        Map<String, Object> status = new LinkedHashMap<>();
        if (features.contains(Feature.PREEMPTION)) {
            preemption(metadata, spec, status, nodeNames, place);
        }
        if (assigned && with(Feature.RESIZE, 0.4)) {
            resize(spec, status);
        }
        declaredFeatures(spec);
        tolerations(spec);
        affinity.apply(spec, nodeNames);
        Map<String, Object> pod = new LinkedHashMap<>();
        pod.put("apiVersion", "v1");
        pod.put("kind", "Pod");
        pod.put("metadata", metadata);
        pod.put("spec", spec);
        if (!status.isEmpty()) {
            pod.put("status", status);
        }
        return pod;
    }

    private void preemption(
            Map<String, Object> metadata,
            Map<String, Object> spec,
            Map<String, Object> status,
            List<String> nodeNames,
            Place place) {
        boolean assigned = place != Place.NONE;
        if (place == Place.CROWD) {
            spec.put("priority", dice.of(0, 0, 10));
            status.put("startTime", "2023-11-14T22:1" + dice.between(0, 1) + ":20Z");
            return;
        }
        if (dice.chance(0.9)) {
            spec.put("priority", assigned ? dice.of(0, 0, 10, -7) : dice.of(0, 10, 50, 100, 100));
        } else {
            spec.put("priorityClassName", dice.of("high", "gentle", "system-cluster-critical"));
        }
        if (!assigned) {
            if (dice.chance(0.1)) {
                spec.put("preemptionPolicy", "Never");
            }
            if (dice.chance(0.25)) {
                status.put("nominatedNodeName", dice.chance(0.9) ? dice.of(nodeNames) : "no-such-node");
            }
            return;
        }
        if (dice.chance(0.3)) {
            status.put("startTime", "2023-11-14T22:1" + dice.between(0, 3) + ":20Z");
        }
        if (dice.chance(0.2)) {
            metadata.put("deletionTimestamp", "2023-11-14T23:00:00Z");
            metadata.put("deletionGracePeriodSeconds", 30);
            if (dice.chance(0.7)) {
                status.put(
                        "conditions",
                        List.of(Map.of(
                                "type",
                                "DisruptionTarget",
                                "status",
                                dice.of("True", "True", "False"),
                                "reason",
                                dice.of("PreemptionByScheduler", "PreemptionByScheduler", "EvictionByEvictionAPI"))));
            }
        }
    }

    /** What the kubelet says of a pod whose resources are being changed in place. */
    private void resize(Map<String, Object> spec, Map<String, Object> status) {
        for (String list : List.of("containers", "initContainers")) {
            List<Object> statuses = new ArrayList<>();
            if (spec.get(list) instanceof List<?> containers) {
                for (Object container : containers) {
                    if (container instanceof Map<?, ?> c && dice.chance(0.7)) {
                        Map<String, Object> s = new LinkedHashMap<>();
                        s.put("name", String.valueOf(c.get("name")));
                        if (dice.chance(0.8)) {
                            s.put("allocatedResources", amounts());
                        }
                        if (dice.chance(0.8)) {
                            s.put("resources", Map.of("requests", amounts()));
                        }
                        statuses.add(s);
                    }
                }
            }
            if (!statuses.isEmpty()) {
                status.put(list.equals("containers") ? "containerStatuses" : "initContainerStatuses", statuses);
            }
        }
        if (spec.containsKey("resources") && dice.chance(0.6)) {
            status.put("allocatedResources", amounts());
            status.put("resources", Map.of("requests", amounts()));
        }
        if (!status.containsKey("conditions") && dice.chance(0.5)) {
            status.put(
                    "conditions",
                    List.of(Map.of(
                            "type",
                            dice.of("PodResizePending", "PodResizePending", "PodResizeInProgress"),
                            "status",
                            "True",
                            "reason",
                            dice.of("Infeasible", "Deferred", ""))));
        }
    }

    private Map<String, Object> amounts() {
        Map<String, Object> all = new LinkedHashMap<>();
        if (dice.chance(0.8)) {
            all.put("cpu", dice.of("50m", "500m", "2", "3"));
        }
        if (all.isEmpty() || dice.chance(0.8)) {
            all.put("memory", dice.of("32Mi", "1Gi", "4Gi"));
        }
        return all;
    }

    @SuppressWarnings("unchecked") // made above
    private void declaredFeatures(Map<String, Object> spec) {
        if (with(Feature.DECLARED_FEATURES, 0.1)) {
            spec.put("hostNetwork", true);
            spec.put("hostUsers", false);
        }
        if (with(Feature.DECLARED_FEATURES, 0.1)) {
            Map<String, Object> first =
                    (Map<String, Object>) ((List<Object>) Objects.requireNonNull(spec.get("containers"))).getFirst();
            first.put("restartPolicy", "Never");
            first.put(
                    "restartPolicyRules",
                    List.of(Map.of(
                            "action",
                            dice.of("RestartAllContainers", "RestartAllContainers", "Restart"),
                            "exitCodes",
                            Map.of("operator", "In", "values", List.of(42)))));
        }
    }

    private void tolerations(Map<String, Object> spec) {
        List<Object> all = new ArrayList<>();
        while (with(Feature.TAINTS, 0.4)) {
            Map<String, Object> t = new LinkedHashMap<>();
            if (dice.chance(0.1)) {
                t.put("operator", "Exists");
            } else if (dice.chance(0.1)) {
                t.put("key", "node.kubernetes.io/unschedulable");
                t.put("operator", "Exists");
            } else {
                t.put("key", dice.of("dedicated", "gpu", "spot") + dice.between(0, 1));
                if (dice.chance(0.5)) {
                    t.put("operator", "Exists");
                } else {
                    t.put("value", dice.of("", "a", "b"));
                }
            }
            if (dice.chance(0.6)) {
                t.put("effect", dice.of("NoSchedule", "PreferNoSchedule", "NoExecute"));
            }
            all.add(t);
        }
        if (!all.isEmpty()) {
            spec.put("tolerations", all);
        }
    }

    private Map<String, Object> container(String name, boolean sidecar) {
        Map<String, Object> c = new LinkedHashMap<>();
        c.put("name", name);
        c.put("image", dice.of(IMAGES));
        if (sidecar) {
            c.put("restartPolicy", "Always");
        }
        Map<String, Object> requests = new LinkedHashMap<>();
        Map<String, Object> limits = new LinkedHashMap<>();
        if (dice.chance(0.75)) {
            (dice.chance(0.85) ? requests : limits).put("cpu", dice.of("100m", "0", "250m", "1", "1.5", "2", "5m"));
        }
        if (dice.chance(0.75)) {
            (dice.chance(0.85) ? requests : limits)
                    .put("memory", dice.of("64Mi", "0", "512Mi", "1Gi", "2G", "100000000", "3Gi"));
        }
        if (dice.chance(0.2)) {
            requests.put("ephemeral-storage", dice.of("1Gi", "20Gi"));
        }
        if (with(Feature.RESOURCES, 0.2)) {
            requests.put("example.com/gpu", dice.of("0", "1", "2", "5"));
        }
        if (with(Feature.RESOURCES, 0.1)) {
            String pages = dice.of("2Mi", "128Mi");
            if (dice.chance(0.7)) {
                requests.put("hugepages-2Mi", pages);
            }
            limits.put("hugepages-2Mi", pages);
        }
        if (with(Feature.RESOURCES, 0.1)) {
            requests.put("example.com/fpga", "1");
        }
        Map<String, Object> resources = new LinkedHashMap<>();
        if (!requests.isEmpty()) {
            resources.put("requests", requests);
        }
        if (!limits.isEmpty()) {
            resources.put("limits", limits);
        }
        c.put("resources", resources);
        if (with(Feature.PORTS, 0.3)) {
            Map<String, Object> port = new LinkedHashMap<>();
            port.put("containerPort", dice.of(80, 443, 8080));
            if (dice.chance(0.6)) {
                port.put("hostPort", dice.of(80, 443, 8080));
            }
            if (dice.chance(0.3)) {
                port.put("hostIP", dice.of("0.0.0.0", "10.0.0.1", "10.0.0.2"));
            }
            if (dice.chance(0.3)) {
                port.put("protocol", dice.of("TCP", "UDP"));
            }
            c.put("ports", List.of(port));
        }
        return c;
    }
}
