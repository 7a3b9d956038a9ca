package dev.customscheduler.config.differential;

import dev.customscheduler.config.differential.Tree.Arr;
import dev.customscheduler.config.differential.Tree.Obj;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** Makes arguments of plugins. */
final class ArgsGenerator {
    static final List<String> KINDS = List.of(
            "DefaultPreemption",
            "InterPodAffinity",
            "NodeAffinity",
            "NodeResourcesBalancedAllocation",
            "NodeResourcesFit",
            "PodTopologySpread",
            "VolumeBinding",
            "DynamicResources");

    private final SplittableRandom random;
    private final String apiVersion;

    ArgsGenerator(SplittableRandom random, String apiVersion) {
        this.random = random;
        this.apiVersion = apiVersion;
    }

    private boolean one(int in) {
        return random.nextInt(in) == 0;
    }

    private Tree numberIn(long... values) {
        return Tree.number(values[random.nextInt(values.length)]);
    }

    private Tree word(String... values) {
        return Tree.text(values[random.nextInt(values.length)]);
    }

    private Arr list(int max, Supplier<Tree> item) {
        Arr out = new Arr();
        for (int i = random.nextInt(max + 1); i > 0; i--) {
            out.items().add(item.get());
        }
        return out;
    }

    Tree args(String plugin) {
        Obj out = new Obj();
        if (one(4)) {
            out.put("apiVersion", Tree.text("kubescheduler.config.k8s.io/" + apiVersion));
        }
        if (one(4)) {
            out.put("kind", Tree.text((one(12) ? KINDS.get(random.nextInt(KINDS.size())) : plugin) + "Args"));
        }
        switch (plugin) {
            case "DefaultPreemption" -> {
                if (one(2)) {
                    out.put("minCandidateNodesPercentage", numberIn(0, 10, 100, one(5) ? 101 : 20));
                }
                if (one(2)) {
                    out.put("minCandidateNodesAbsolute", numberIn(0, 100, one(5) ? -1 : 5));
                }
            }
            case "InterPodAffinity" -> {
                if (one(2)) {
                    out.put("hardPodAffinityWeight", numberIn(0, 1, 100, one(5) ? 101 : 50));
                }
                if (one(3)) {
                    out.put("ignorePreferredTermsOfExistingPods", Tree.bool(random.nextBoolean()));
                }
            }
            case "NodeAffinity" -> {
                if (!one(4)) {
                    out.put("addedAffinity", affinity());
                }
            }
            case "NodeResourcesBalancedAllocation" -> {
                if (!one(3)) {
                    out.put("resources", list(3, () -> resource(one(6) ? 2 : 1)));
                }
            }
            case "NodeResourcesFit" -> fit(out);
            case "PodTopologySpread" -> spread(out);
            case "VolumeBinding" -> {
                if (one(2)) {
                    out.put("bindTimeoutSeconds", numberIn(0, 1, 600, one(5) ? -1 : 60));
                }
                if (one(4)) {
                    out.put("shape", shape());
                }
            }
            case "DynamicResources" -> {
                if (one(2)) {
                    out.put("filterTimeout", word("10s", "0s", "1m", one(4) ? "-1s" : "5s"));
                }
                if (one(3)) {
                    out.put("bindingTimeout", word("600s", "1s", one(3) ? "999ms" : "2s"));
                }
            }
            default -> {
                if (one(2)) {
                    out.put("anything", numberIn(1, 2));
                }
            }
        }
        return out;
    }

    private Obj resource(long weight) {
        Obj out = new Obj().put("name", word("cpu", "memory", "example.com/gpu", "ephemeral-storage"));
        if (!one(3)) {
            out.put("weight", Tree.number(weight));
        }
        return out;
    }

    private void fit(Obj out) {
        if (one(4)) {
            out.put("ignoredResources", list(2, () -> word("example.com/foo", "cpu", one(3) ? "a b" : "x.io/y")));
        }
        if (one(4)) {
            out.put("ignoredResourceGroups", list(2, () -> word("example.com", one(4) ? "example.com/x" : "x.io")));
        }
        if (one(4)) {
            return;
        }
        Obj strategy = new Obj();
        String type = List.of("LeastAllocated", "MostAllocated", "RequestedToCapacityRatio")
                .get(random.nextInt(3));
        strategy.put("type", one(25) ? word("", "Most", "leastallocated") : Tree.text(type));
        if (one(2)) {
            strategy.put("resources", list(3, () -> resource(one(8) ? 101 : 1 + random.nextInt(100))));
        }
        if (one(12) != type.equals("RequestedToCapacityRatio")) {
            strategy.put("requestedToCapacityRatio", one(10) ? new Obj() : new Obj().put("shape", shape()));
        }
        out.put("scoringStrategy", strategy);
    }

    private Arr shape() {
        Arr out = new Arr();
        int utilization = random.nextInt(3) == 0 ? 10 : 0;
        for (int i = random.nextInt(3); i >= 0; i--) {
            Obj point = new Obj()
                    .put("utilization", Tree.number(utilization))
                    .put("score", numberIn(0, 5, 10, one(8) ? 11 : 3));
            out.items().add(point);
            utilization += one(12) ? 0 : 10 + random.nextInt(45);
        }
        return out;
    }

    private void spread(Obj out) {
        boolean constrained = one(2);
        if (constrained) {
            out.put("defaultConstraints", list(3, this::constraint));
        }
        if (constrained ? !one(6) : one(3)) {
            out.put(
                    "defaultingType",
                    word("List", "List", "List", one(3) ? "System" : "List", one(8) ? "Other" : "List"));
        }
    }

    private Obj constraint() {
        Obj out = new Obj()
                .put("maxSkew", numberIn(1, 2, 5, one(6) ? 0 : 3))
                .put(
                        "topologyKey",
                        word(
                                "kubernetes.io/hostname",
                                "topology.kubernetes.io/zone",
                                one(6) ? "a b" : "rack",
                                one(9) ? "" : "row"))
                .put("whenUnsatisfiable", word("DoNotSchedule", "ScheduleAnyway", one(8) ? "Maybe" : "ScheduleAnyway"));
        if (one(25)) {
            out.put("labelSelector", new Obj());
        }
        if (one(6)) {
            out.put("minDomains", numberIn(1, 3));
        }
        if (one(6)) {
            out.put("nodeAffinityPolicy", word("Honor", "Ignore"));
        }
        if (one(6)) {
            out.put("nodeTaintsPolicy", word("Honor", "Ignore"));
        }
        if (one(6)) {
            out.put("matchLabelKeys", list(2, () -> word("pod-template-hash", "app")));
        }
        return out;
    }

    private Obj affinity() {
        Obj out = new Obj();
        if (!one(3)) {
            Obj selector = new Obj();
            selector.put("nodeSelectorTerms", list(2, this::term));
            out.put("requiredDuringSchedulingIgnoredDuringExecution", selector);
        }
        if (one(2)) {
            out.put(
                    "preferredDuringSchedulingIgnoredDuringExecution",
                    list(
                            2,
                            () -> new Obj()
                                    .put("weight", numberIn(0, 1, 50, 100, -1))
                                    .put("preference", term())));
        }
        return out;
    }

    private Obj term() {
        Obj out = new Obj();
        if (!one(4)) {
            out.put("matchExpressions", list(2, this::requirement));
        }
        if (one(5)) {
            out.put(
                    "matchFields",
                    list(
                            1,
                            () -> new Obj()
                                    .put("key", Tree.text("metadata.name"))
                                    .put("operator", word("In", "NotIn", one(6) ? "Exists" : "In"))
                                    .put("values", list(one(5) ? 2 : 1, () -> word("node-1")))));
        }
        return out;
    }

    private Obj requirement() {
        Obj out = new Obj();
        String operator =
                List.of("In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt").get(random.nextInt(6));
        out.put("key", word("zone", "example.com/pool", one(10) ? "a b" : "rack", one(15) ? "" : "kind"));
        out.put("operator", one(20) ? word("", "Equals", "in") : Tree.text(operator));
        boolean takesValues = !operator.endsWith("st") && !operator.endsWith("sts") || operator.equals("Lt");
        if (one(12) ? !takesValues : takesValues) {
            Arr values = new Arr();
            values.items()
                    .add(
                            operator.equals("Gt") || operator.equals("Lt")
                                    ? word("1", "42", one(5) ? "many" : "7")
                                    : word("a", "b", one(8) ? "a b" : "c"));
            if (one(5)) {
                values.items().add(word("d", "3"));
            }
            out.put("values", values);
        }
        return out;
    }
}
