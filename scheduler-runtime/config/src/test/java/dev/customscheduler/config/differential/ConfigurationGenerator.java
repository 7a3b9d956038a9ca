package dev.customscheduler.config.differential;

import dev.customscheduler.config.differential.Tree.Arr;
import dev.customscheduler.config.differential.Tree.Obj;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Makes configurations that are mostly sound, then bends some of them. Every field of every version of the document
 * occurs, with values that are valid, at the edge, beyond it, of another type or in another place. The same seed makes
 * the same document.
 */
final class ConfigurationGenerator {
    static final List<String> POINTS = List.of(
            "preEnqueue",
            "queueSort",
            "preFilter",
            "filter",
            "postFilter",
            "preScore",
            "score",
            "reserve",
            "permit",
            "preBind",
            "bind",
            "postBind",
            "multiPoint",
            "placementGenerate",
            "placementScore",
            "podGroupPostFilter");
    static final List<String> PLUGINS = List.of(
            "DefaultBinder",
            "DefaultPreemption",
            "DeferredPodScheduling",
            "DynamicResources",
            "GangScheduling",
            "ImageLocality",
            "InterPodAffinity",
            "NodeAffinity",
            "NodeDeclaredFeatures",
            "NodeName",
            "NodePorts",
            "NodeResourcesBalancedAllocation",
            "NodeResourcesFit",
            "NodeUnschedulable",
            "NodeVolumeLimits",
            "PodGroupPodsCount",
            "PodTopologySpread",
            "PrioritySort",
            "SchedulingGates",
            "TaintToleration",
            "TopologyPlacementGenerator",
            "VolumeBinding",
            "VolumeRestrictions",
            "VolumeZone");
    private static final List<String> OLD_PLUGINS = List.of(
            "SelectorSpread",
            "EBSLimits",
            "GCEPDLimits",
            "AzureDiskLimits",
            "CinderLimits",
            "NodeResourcesMostAllocated",
            "Foo",
            "*",
            "");
    private static final List<String> SCORING = List.of(
            "NodeResourcesFit",
            "NodeResourcesBalancedAllocation",
            "ImageLocality",
            "TaintToleration",
            "NodeAffinity",
            "InterPodAffinity",
            "PodTopologySpread",
            "VolumeBinding");
    private static final List<String> FILTERING = List.of(
            "NodeResourcesFit",
            "NodeName",
            "NodePorts",
            "NodeAffinity",
            "TaintToleration",
            "VolumeBinding",
            "VolumeZone",
            "InterPodAffinity",
            "PodTopologySpread",
            "NodeUnschedulable",
            "VolumeRestrictions",
            "NodeVolumeLimits");

    private final SplittableRandom random;
    private final List<String> apiVersions;

    /** @param apiVersions what the document may say, such as v1 */
    ConfigurationGenerator(long seed, List<String> apiVersions) {
        this.random = new SplittableRandom(seed);
        this.apiVersions = apiVersions;
    }

    byte[] next() {
        Obj document = configuration();
        int roll = random.nextInt(100);
        int bends = roll < 55 ? 0 : roll < 80 ? 1 : roll < 92 ? 2 : 3 + random.nextInt(3);
        Bender bender = new Bender(random, document);
        for (int i = 0; i < bends; i++) {
            bender.bend();
        }
        return new TreeText(random).write(document).getBytes(StandardCharsets.UTF_8);
    }

    private boolean one(int in) {
        return random.nextInt(in) == 0;
    }

    private <T> T pick(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private Tree numberIn(long... values) {
        return Tree.number(values[random.nextInt(values.length)]);
    }

    private Tree word(String... values) {
        return Tree.text(values[random.nextInt(values.length)]);
    }

    private Tree flag() {
        return Tree.bool(random.nextBoolean());
    }

    private Obj configuration() {
        Obj out = new Obj();
        out.put("apiVersion", Tree.text("kubescheduler.config.k8s.io/" + pick(apiVersions)));
        out.put("kind", Tree.text("KubeSchedulerConfiguration"));
        if (one(4)) {
            out.put("parallelism", numberIn(1, 2, 16, 100, 2147483647, one(6) ? 0 : 8));
        }
        if (one(3)) {
            out.put("leaderElection", leaderElection());
        }
        if (one(5)) {
            out.put("clientConnection", clientConnection());
        }
        if (one(8)) {
            out.put("enableProfiling", flag());
        }
        if (one(8)) {
            out.put("enableContentionProfiling", flag());
        }
        if (one(4)) {
            out.put("percentageOfNodesToScore", numberIn(0, 1, 50, 100, one(6) ? 101 : 5));
        }
        if (one(5)) {
            out.put("podInitialBackoffSeconds", numberIn(1, 2, 5, one(4) ? 0 : 1));
        }
        if (one(5)) {
            out.put("podMaxBackoffSeconds", numberIn(10, 20, 5, 9223372036854775807L, one(6) ? 1 : 30));
        }
        if (!one(10)) {
            Arr profiles = new Arr();
            int count = one(4) ? 2 + random.nextInt(2) : 1;
            for (int i = 0; i < count; i++) {
                profiles.items().add(profile(i, count));
            }
            out.put("profiles", profiles);
        }
        if (one(4)) {
            Arr extenders = new Arr();
            for (int i = random.nextInt(3); i >= 0; i--) {
                extenders.items().add(extender());
            }
            out.put("extenders", extenders);
        }
        if (one(12)) {
            out.put("delayCacheUntilActive", flag());
        }
        if (one(60)) {
            out.put(
                    one(2) ? "healthzBindAddress" : "metricsBindAddress",
                    word("", "0.0.0.0:0", "0.0.0.0:10251", "127.0.0.1:0"));
        }
        return out;
    }

    private Obj leaderElection() {
        Obj out = new Obj();
        if (one(2)) {
            out.put("leaderElect", flag());
        }
        if (one(3)) {
            out.put("leaseDuration", word("15s", "20s", "1m", "10s", "1h30m", "0s", "1.5h"));
        }
        if (one(3)) {
            out.put("renewDeadline", word("10s", "5s", "9.5s", "500ms", "0", "-1s"));
        }
        if (one(4)) {
            out.put("retryPeriod", word("2s", "1s", "2000000us", "0s"));
        }
        if (one(5)) {
            out.put("resourceLock", word("leases", "leases", "configmaps", "endpointsleases", ""));
        }
        if (one(3)) {
            out.put("resourceName", word("mine", "kube-scheduler", ""));
        }
        if (one(4)) {
            out.put("resourceNamespace", word("kube-system", "other"));
        }
        return out;
    }

    private Obj clientConnection() {
        Obj out = new Obj();
        if (one(3)) {
            out.put("kubeconfig", word("", "/etc/kubernetes/scheduler.conf"));
        }
        if (one(3)) {
            out.put("acceptContentTypes", word("", "application/json"));
        }
        if (one(3)) {
            out.put("contentType", word("", "application/json"));
        }
        if (one(2)) {
            out.put("qps", one(3) ? new Tree.Scalar("0.1", "0.1") : numberIn(0, 50, 100, -1));
        }
        if (one(2)) {
            out.put("burst", numberIn(0, 100, 200, one(6) ? -1 : 10));
        }
        return out;
    }

    private Obj profile(int index, int count) {
        Obj out = new Obj();
        if (count > 1 ? !one(25) : !one(4)) {
            out.put("schedulerName", one(25) ? Tree.text("same") : Tree.text("scheduler-" + (char) ('a' + index)));
        }
        if (one(8)) {
            out.put("percentageOfNodesToScore", numberIn(0, 10, 100, one(6) ? -1 : 70));
        }
        if (one(2)) {
            out.put("plugins", plugins());
        }
        if (one(2)) {
            out.put("pluginConfig", pluginConfig());
        }
        return out;
    }

    private Obj plugins() {
        Obj out = new Obj();
        for (int i = random.nextInt(3); i >= 0; i--) {
            String point = pick(POINTS);
            switch (point) {
                case "score", "preScore" -> out.put(point, set(SCORING, point.equals("score")));
                case "filter", "preFilter" -> out.put(point, set(FILTERING, false));
                case "bind" -> out.put(point, set(List.of("DefaultBinder"), false));
                case "queueSort" -> out.put(point, set(List.of("PrioritySort"), false));
                case "postFilter" -> out.put(point, set(List.of("DefaultPreemption", "DynamicResources"), false));
                case "reserve", "preBind" -> out.put(point, set(List.of("VolumeBinding", "DynamicResources"), false));
                case "multiPoint" -> out.put(point, set(PLUGINS, one(2)));
                default -> out.put(point, set(PLUGINS, false));
            }
        }
        return out;
    }

    private Obj set(List<String> likely, boolean weighted) {
        Obj out = new Obj();
        if (!one(4)) {
            Arr enabled = new Arr();
            List<String> left = new ArrayList<>(likely);
            for (int i = random.nextInt(3); i >= 0 && !left.isEmpty(); i--) {
                String name = one(30)
                        ? pick(OLD_PLUGINS)
                        : one(30) ? pick(PLUGINS) : left.remove(random.nextInt(left.size()));
                enabled.items().add(plugin(name, weighted));
            }
            out.put("enabled", enabled);
        }
        if (one(2)) {
            Arr disabled = new Arr();
            for (int i = random.nextInt(2); i >= 0; i--) {
                String name = one(4) ? "*" : one(8) ? pick(OLD_PLUGINS) : pick(likely);
                disabled.items().add(plugin(name, one(20)));
            }
            out.put("disabled", disabled);
        }
        return out;
    }

    private Obj plugin(String name, boolean weighted) {
        Obj out = new Obj().put("name", Tree.text(name));
        if (weighted && one(2)) {
            out.put("weight", numberIn(0, 1, 2, 5, 100, 2147483647, one(8) ? -3 : 3));
        }
        return out;
    }

    private Arr pluginConfig() {
        Arr out = new Arr();
        List<String> left = new ArrayList<>(ArgsGenerator.KINDS);
        for (int i = random.nextInt(3); i >= 0; i--) {
            String name = one(10)
                    ? (one(2)
                            ? pick(PLUGINS)
                            : pick(List.of("Foo", "EBSLimits", "SelectorSpread", "NodeResourcesFitArgs", "")))
                    : left.remove(random.nextInt(left.size()));
            Obj entry = new Obj().put("name", Tree.text(name));
            if (!one(15)) {
                entry.put("args", new ArgsGenerator(random, pick(apiVersions)).args(name));
            }
            out.items().add(entry);
        }
        return out;
    }

    private Obj extender() {
        Obj out = new Obj();
        if (!one(10)) {
            out.put("urlPrefix", word("http://127.0.0.1:8080/scheduler", "https://extender.example.com", ""));
        }
        if (one(2)) {
            out.put("filterVerb", Tree.text("filter"));
        }
        if (one(6)) {
            out.put("preemptVerb", Tree.text("preempt"));
        }
        if (one(3)) {
            out.put("prioritizeVerb", Tree.text("prioritize"));
            if (!one(10)) {
                out.put("weight", numberIn(1, 5, one(6) ? -1 : 2));
            }
        }
        if (one(5)) {
            out.put("bindVerb", Tree.text("bind"));
        }
        if (one(3)) {
            out.put("enableHTTPS", flag());
        }
        if (one(4)) {
            out.put("tlsConfig", tls());
        }
        if (one(3)) {
            out.put("httpTimeout", word("5s", "0s", "100ms", "1m30s"));
        }
        if (one(4)) {
            out.put("nodeCacheCapable", flag());
        }
        if (one(4)) {
            Arr managed = new Arr();
            for (int i = random.nextInt(2); i >= 0; i--) {
                Obj resource = new Obj()
                        .put(
                                "name",
                                word(
                                        "example.com/a",
                                        "example.com/b",
                                        "example.com/gpu",
                                        one(5) ? "cpu" : "x.io/y",
                                        one(8) ? "kubernetes.io/foo" : "q.io/z"));
                if (one(2)) {
                    resource.put("ignoredByScheduler", flag());
                }
                managed.items().add(resource);
            }
            out.put("managedResources", managed);
        }
        if (one(4)) {
            out.put("ignorable", flag());
        }
        return out;
    }

    private Obj tls() {
        Obj out = new Obj();
        if (one(2)) {
            out.put("insecure", flag());
        }
        if (one(3)) {
            out.put("serverName", word("", "extender"));
        }
        if (one(5)) {
            out.put("caData", word("", "bm90IGEgY2VydA==", "not base64!"));
        }
        return out;
    }
}
