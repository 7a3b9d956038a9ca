package dev.customscheduler.engine.parity;

import com.fasterxml.jackson.databind.JsonNode;
import dev.customscheduler.engine.AttemptResult;
import dev.customscheduler.framework.Status;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/**
 * Counts in how many clusters each feature was there and each reason was given, so that a generator that silently stops
 * making something is noticed.
 */
final class Coverage {
    private static final Map<String, Predicate<JsonNode>> PODS = new LinkedHashMap<>();
    private static final Map<String, Predicate<JsonNode>> WAITING = new LinkedHashMap<>();
    private static final Map<String, Predicate<JsonNode>> OBJECTS = new LinkedHashMap<>();
    private static final Map<String, Predicate<JsonNode>> PROFILES = new LinkedHashMap<>();

    static {
        Map<String, Predicate<JsonNode>> p = PODS;
        p.put(
                "extended resources",
                o -> any(o, "/spec/containers", c -> has(c, "/resources/requests/example.com~1gpu")));
        p.put("huge pages", o -> any(o, "/spec/containers", c -> has(c, "/resources/requests/hugepages-2Mi")));
        p.put("init containers", o -> any(o, "/spec/initContainers", c -> !has(c, "/restartPolicy")));
        p.put("sidecars", o -> any(o, "/spec/initContainers", c -> has(c, "/restartPolicy")));
        p.put("overhead", o -> has(o, "/spec/overhead"));
        p.put("pod-level resources", o -> has(o, "/spec/resources/requests"));
        p.put("pod-level limits", o -> has(o, "/spec/resources/limits"));
        p.put("resize of containers", o -> any(o, "/status/containerStatuses", c -> has(c, "/allocatedResources")));
        p.put("resize of a pod", o -> has(o, "/status/allocatedResources"));
        p.put("infeasible resize", o -> any(o, "/status/conditions", c -> is(c, "/reason", "Infeasible")));
        p.put("host ports", o -> any(o, "/spec/containers", c -> any(c, "/ports", e -> has(e, "/hostPort"))));
        p.put("host IPs", o -> any(o, "/spec/containers", c -> any(c, "/ports", e -> has(e, "/hostIP"))));
        p.put("host network", o -> o.at("/spec/hostNetwork").asBoolean());
        p.put("terminating pods", o -> has(o, "/metadata/deletionTimestamp"));
        p.put("start times", o -> has(o, "/status/startTime"));
        p.put("priority classes", o -> has(o, "/spec/priorityClassName"));
        volume(p, "claims", "/persistentVolumeClaim");
        volume(p, "ephemeral volumes", "/ephemeral");
        volume(p, "image volumes", "/image");
        volume(p, "inline GCE disks", "/gcePersistentDisk");
        volume(p, "inline EBS volumes", "/awsElasticBlockStore");
        volume(p, "inline RBD images", "/rbd");
        volume(p, "inline iSCSI targets", "/iscsi");
        volume(p, "inline Azure disks", "/azureDisk");
        volume(p, "inline Cinder volumes", "/cinder");
        volume(p, "inline Portworx volumes", "/portworxVolume");

        Map<String, Predicate<JsonNode>> w = WAITING;
        w.put("tolerations", o -> has(o, "/spec/tolerations"));
        w.put("node selectors", o -> has(o, "/spec/nodeSelector"));
        w.put("required node affinity", o -> has(o, "/spec/affinity/nodeAffinity" + Terms.REQUIRED));
        w.put("preferred node affinity", o -> has(o, "/spec/affinity/nodeAffinity" + Terms.PREFERRED));
        w.put(
                "match fields",
                o -> any(
                        o,
                        "/spec/affinity/nodeAffinity" + Terms.REQUIRED + "/nodeSelectorTerms",
                        t -> has(t, "/matchFields")));
        for (String kind : List.of("podAffinity", "podAntiAffinity")) {
            String at = "/spec/affinity/" + kind;
            w.put("required " + kind, o -> has(o, at + Terms.REQUIRED));
            w.put("preferred " + kind, o -> has(o, at + Terms.PREFERRED));
            w.put(kind + " with matchLabelKeys", o -> any(o, at + Terms.REQUIRED, t -> has(t, "/matchLabelKeys")));
            w.put(
                    kind + " with mismatchLabelKeys",
                    o -> any(o, at + Terms.REQUIRED, t -> has(t, "/mismatchLabelKeys")));
            w.put(kind + " by namespaces", o -> any(o, at + Terms.REQUIRED, t -> has(t, "/namespaces")));
            w.put(kind + " by namespace selector", o -> any(o, at + Terms.REQUIRED, t -> has(t, "/namespaceSelector")));
        }
        spread(w, "hard spread", c -> is(c, "/whenUnsatisfiable", "DoNotSchedule"));
        spread(w, "soft spread", c -> is(c, "/whenUnsatisfiable", "ScheduleAnyway"));
        spread(w, "minDomains", c -> has(c, "/minDomains"));
        spread(w, "nodeAffinityPolicy", c -> is(c, "/nodeAffinityPolicy", "Ignore"));
        spread(w, "nodeTaintsPolicy", c -> is(c, "/nodeTaintsPolicy", "Honor"));
        spread(w, "matchLabelKeys", c -> has(c, "/matchLabelKeys"));
        w.put("scheduling gates", o -> has(o, "/spec/schedulingGates"));
        w.put("somebody else's pods", o -> is(o, "/spec/schedulerName", "nobody"));
        w.put("priorities", o -> o.at("/spec/priority").asInt() > 0);
        w.put("preemptionPolicy Never", o -> is(o, "/spec/preemptionPolicy", "Never"));
        w.put("nominated pods", o -> has(o, "/status/nominatedNodeName"));
        w.put("restart rules", o -> any(o, "/spec/containers", c -> has(c, "/restartPolicyRules")));
        w.put("own users on the host's network", o -> is(o, "/spec/hostUsers", "false"));

        Map<String, Predicate<JsonNode>> k = OBJECTS;
        k.put("taints", o -> has(o, "/spec/taints") && kind(o, "Node"));
        k.put("unschedulable nodes", o -> o.at("/spec/unschedulable").asBoolean());
        k.put("images", o -> any(o, "/status/images", i -> true));
        k.put("declared features", o -> any(o, "/status/declaredFeatures", i -> true));
        k.put("budgets", o -> kind(o, "PodDisruptionBudget"));
        k.put("disrupted pods", o -> has(o, "/status/disruptedPods"));
        k.put("services", o -> kind(o, "Service"));
        k.put("replica sets", o -> kind(o, "ReplicaSet"));
        claim(k, "bound claims", o -> has(o, "/spec/volumeName"));
        claim(k, "immediate unbound claims", o -> unbound(o, "now"));
        claim(k, "claims for a volume that exists", o -> unbound(o, "local"));
        claim(k, "claims for a volume to be made", o -> unbound(o, "wait"));
        claim(k, "claims with storage capacity", o -> unbound(o, "capped"));
        claim(k, "claims of in-tree classes", o -> unbound(o, "old"));
        claim(k, "ReadWriteOncePod", o -> is(o, "/spec/accessModes/0", "ReadWriteOncePod"));
        k.put("volumes in zones", o -> volume(o, v -> has(v, "/metadata/labels/topology.kubernetes.io~1zone")));
        k.put("volumes with affinity", o -> volume(o, v -> has(v, "/spec/nodeAffinity")));
        k.put("in-tree EBS volumes", o -> volume(o, v -> has(v, "/spec/awsElasticBlockStore")));
        k.put("in-tree GCE volumes", o -> volume(o, v -> has(v, "/spec/gcePersistentDisk")));
        k.put("in-tree Azure volumes", o -> volume(o, v -> has(v, "/spec/azureDisk")));
        k.put("in-tree Cinder volumes", o -> volume(o, v -> has(v, "/spec/cinder")));
        k.put("in-tree Portworx volumes", o -> volume(o, v -> has(v, "/spec/portworxVolume")));
        k.put("in-tree vSphere volumes", o -> volume(o, v -> has(v, "/spec/vsphereVolume")));
        k.put("limits of drivers", o -> any(o, "/spec/drivers", d -> has(d, "/allocatable/count")));
        k.put("migrated plugins", o -> kind(o, "CSINode") && has(o, "/metadata/annotations"));
        k.put("drivers that pods need", o -> has(o, "/spec/preventPodSchedulingIfMissing"));
        k.put("attached volumes", o -> kind(o, "VolumeAttachment"));

        Map<String, Predicate<JsonNode>> c = PROFILES;
        for (String type : List.of("LeastAllocated", "MostAllocated", "RequestedToCapacityRatio")) {
            args(c, type, a -> is(a, "/scoringStrategy/type", type));
        }
        args(c, "ignored resources", a -> has(a, "/ignoredResources") || has(a, "/ignoredResourceGroups"));
        args(c, "default constraints: System", a -> is(a, "/defaultingType", "System"));
        args(c, "default constraints: List", a -> any(a, "/defaultConstraints", x -> true));
        args(c, "added affinity", a -> has(a, "/addedAffinity"));
        args(c, "hardPodAffinityWeight", a -> has(a, "/hardPodAffinityWeight"));
        args(
                c,
                "ignorePreferredTermsOfExistingPods",
                a -> a.path("ignorePreferredTermsOfExistingPods").asBoolean());
        args(c, "candidates of preemption", a -> has(a, "/minCandidateNodesAbsolute"));
        args(c, "balanced resources", a -> any(a, "/resources", x -> true));
        args(c, "shape of volume scores", a -> any(a, "/shape", x -> true));
        c.put(
                "weights",
                o -> any(o, "/plugins/score/enabled", e -> has(e, "/weight"))
                        || any(o, "/plugins/multiPoint/enabled", e -> has(e, "/weight")));
        c.put("disabled plugins", o -> any(o, "/plugins/multiPoint/disabled", e -> !is(e, "/name", "*")));
        c.put("a profile's percentage", o -> has(o, "/percentageOfNodesToScore"));
    }

    /** What every long run must have met. */
    private static final List<String> REASONS = List.of(
            "Too many pods",
            "Insufficient cpu",
            "Insufficient memory",
            "Insufficient example.com/gpu",
            "Insufficient ephemeral-storage",
            "node(s) were unschedulable",
            "node(s) had untolerated taint(s)",
            "node(s) didn't match Pod's node affinity/selector",
            "node(s) didn't match scheduler-enforced node affinity",
            "node(s) didn't satisfy plugin(s) [NodeAffinity]",
            "node(s) didn't have free ports for the requested pod ports",
            "node(s) had no available disk",
            "node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use by another"
                    + " pod",
            "node(s) exceed max volume count",
            "csi.example.com CSI driver is not installed on the node",
            "pod has unbound immediate PersistentVolumeClaims",
            "node(s) didn't match PersistentVolume's node affinity",
            "node(s) didn't find available persistent volumes to bind",
            "node(s) did not have enough free storage",
            "node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)",
            "node(s) had no available volume zone",
            "node(s) didn't match pod topology spread constraints",
            "node(s) didn't match pod topology spread constraints (missing required label)",
            "node(s) didn't match pod affinity rules",
            "node(s) didn't match pod anti-affinity rules",
            "node(s) didn't satisfy existing pods anti-affinity rules",
            "node(s) didn't match Pod's required features",
            "No preemption victims found for incoming pod",
            "Preemption is not helpful for scheduling",
            "found a potential placement for pod on node",
            "not eligible due to preemptionPolicy=Never.",
            "not eligible due to a terminating pod on the nominated node.",
            "Scheduling is blocked due to non-empty scheduling gates");

    private final Map<String, Integer> features = new LinkedHashMap<>();
    private final Map<String, Integer> reasons = new TreeMap<>();

    Coverage() {
        for (Map<String, Predicate<JsonNode>> group : List.of(PODS, WAITING, OBJECTS, PROFILES)) {
            group.keySet().forEach(name -> features.put(name, 0));
        }
        List.of(
                        "nodes with more than twelve pods to evict, some equal",
                        "several profiles",
                        "a percentage of nodes",
                        "from 100 nodes on",
                        "from 200 nodes on")
                .forEach(name -> features.put(name, 0));
        REASONS.forEach(reason -> reasons.put(reason, 0));
    }

    void add(GeneratedCluster cluster, List<AttemptResult> results) {
        Set<String> met = new HashSet<>();
        int nodes = 0;
        for (JsonNode o : cluster.documents()) {
            boolean pod = kind(o, "Pod");
            nodes += kind(o, "Node") ? 1 : 0;
            note(pod ? PODS : OBJECTS, o, met);
            if (pod && !has(o, "/spec/nodeName")) {
                note(WAITING, o, met);
            }
        }
        JsonNode config = GeneratedCluster.JSON.valueToTree(cluster.config());
        config.path("profiles").forEach(profile -> note(PROFILES, profile, met));
        note(config.path("profiles").size() > 1, "several profiles", met);
        note(has(config, "/percentageOfNodesToScore"), "a percentage of nodes", met);
        note(nodes >= 100, "from 100 nodes on", met);
        note(nodes >= 200, "from 200 nodes on", met);
        note(crowd(cluster), "nodes with more than twelve pods to evict, some equal", met);
        met.forEach(name -> features.merge(name, 1, Integer::sum));
        Set<String> given = new HashSet<>();
        for (AttemptResult r : results) {
            for (Status s : r.statuses().values()) {
                given.addAll(s.reasons());
            }
            for (String reason : REASONS) {
                if (r.message().contains(reason)) {
                    given.add(reason);
                }
            }
        }
        for (String reason : REASONS) {
            if (given.contains(reason)) {
                reasons.merge(reason, 1, Integer::sum);
            }
        }
    }

    private static boolean crowd(GeneratedCluster cluster) {
        Map<String, Integer> equals = new TreeMap<>();
        for (JsonNode o : cluster.documents()) {
            if (kind(o, "Pod") && has(o, "/spec/nodeName") && has(o, "/status/startTime")) {
                equals.merge(
                        o.at("/spec/nodeName").asText()
                                + o.at("/spec/priority").asText()
                                + o.at("/status/startTime").asText(),
                        1,
                        Integer::sum);
            }
        }
        return equals.values().stream().anyMatch(n -> n > 12);
    }

    private static void note(Map<String, Predicate<JsonNode>> group, JsonNode o, Set<String> met) {
        group.forEach((name, test) -> note(test.test(o), name, met));
    }

    private static void note(boolean there, String name, Set<String> met) {
        if (there) {
            met.add(name);
        }
    }

    /** In how many clusters what was there. */
    void print() {
        StringBuilder text = new StringBuilder("parity: clusters with");
        BiConsumer<String, Integer> append = (name, count) ->
                text.append(' ').append(name).append(' ').append(count).append(',');
        features.forEach(append);
        text.append(" and the reasons");
        reasons.forEach((name, count) ->
                text.append(" \"").append(name).append("\" ").append(count).append(','));
        text.setLength(text.length() - 1);
        System.out.println(text);
    }

    /** What was never there. */
    List<String> missing() {
        List<String> missing = new java.util.ArrayList<>();
        features.forEach((name, count) -> {
            if (count == 0) {
                missing.add("no cluster had " + name);
            }
        });
        reasons.forEach((name, count) -> {
            if (count == 0) {
                missing.add("never given: " + name);
            }
        });
        return missing;
    }

    private static final class Terms {
        static final String REQUIRED = "/requiredDuringSchedulingIgnoredDuringExecution";
        static final String PREFERRED = "/preferredDuringSchedulingIgnoredDuringExecution";
    }

    private static boolean has(JsonNode o, String pointer) {
        return !o.at(pointer).isMissingNode();
    }

    private static boolean is(JsonNode o, String pointer, String value) {
        return o.at(pointer).asText().equals(value);
    }

    private static boolean kind(JsonNode o, String kind) {
        return is(o, "/kind", kind);
    }

    private static boolean any(JsonNode o, String pointer, Predicate<JsonNode> test) {
        for (JsonNode element : o.at(pointer)) {
            if (test.test(element)) {
                return true;
            }
        }
        return false;
    }

    private static void volume(Map<String, Predicate<JsonNode>> to, String name, String field) {
        to.put(name, o -> any(o, "/spec/volumes", v -> has(v, field)));
    }

    private static void spread(Map<String, Predicate<JsonNode>> to, String name, Predicate<JsonNode> test) {
        to.put(name, o -> any(o, "/spec/topologySpreadConstraints", test));
    }

    private static void claim(Map<String, Predicate<JsonNode>> to, String name, Predicate<JsonNode> test) {
        to.put(name, o -> kind(o, "PersistentVolumeClaim") && test.test(o));
    }

    private static boolean unbound(JsonNode claim, String storageClass) {
        return is(claim, "/spec/storageClassName", storageClass) && !has(claim, "/spec/volumeName");
    }

    private static boolean volume(JsonNode o, Predicate<JsonNode> test) {
        return kind(o, "PersistentVolume") && test.test(o);
    }

    private static void args(Map<String, Predicate<JsonNode>> to, String name, Predicate<JsonNode> test) {
        to.put(name, o -> any(o, "/pluginConfig", e -> test.test(e.path("args"))));
    }
}
