package dev.customscheduler.engine.parity;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes storage classes, drivers, volumes and claims by chance. Volumes differ in size, so that no choice among equals
 * is left to chance.
 */
final class VolumeGenerator {
    private static final String ZONE = "topology.kubernetes.io/zone";

    private final Dice dice;
    private final List<Map<String, Object>> objects;
    private final List<String> nodeNames;
    private final List<String> bound = new ArrayList<>();
    private final List<String> unbound = new ArrayList<>();
    private int volumes;

    VolumeGenerator(Dice dice, List<Map<String, Object>> objects, List<String> nodeNames) {
        this.dice = dice;
        this.objects = objects;
        this.nodeNames = nodeNames;
    }

    /**
     * Names of one or two claims of the namespace {@code default} for a pod. One that is not bound is given once: the
     * oracle's fake API keeps resourceVersions, so the real code's cache never sees that such a claim was bound
     * meanwhile.
     */
    List<String> take() {
        List<String> all = new ArrayList<>(dice.some(dice.between(0, 2), bound));
        if (!unbound.isEmpty() && (all.isEmpty() || dice.chance(0.4))) {
            all.add(unbound.removeFirst());
        }
        return all;
    }

    void generate() {
        storageClass("wait", "csi.example.com", true);
        storageClass("local", "kubernetes.io/no-provisioner", true);
        storageClass("now", "csi.example.com", false);
        storageClass("capped", "cap.example.com", true);
        object("storage.k8s.io/v1", "CSIDriver", "csi.example.com", Map.of("spec", driver()));
        object("storage.k8s.io/v1", "CSIDriver", "cap.example.com", Map.of("spec", Map.of("storageCapacity", true)));
        for (String zone : dice.some(2, List.of("z1", "z2", "z3"))) {
            capacity(zone);
        }
        // The oracle's fake API panics where more than a hundred objects of a kind come at once.
        for (String node : nodeNames.subList(0, Math.min(nodeNames.size(), 80))) {
            if (dice.chance(0.7)) {
                csiNode(node);
            }
        }
        int count = dice.between(4, 16);
        for (int i = 0; i < count; i++) {
            claim("claim-" + i);
        }
        int free = dice.between(0, 6);
        for (int i = 0; i < free; i++) {
            volume("free-" + i, "local", null);
        }
        if (dice.chance(0.5)) {
            attachment();
        }
    }

    private Map<String, Object> driver() {
        return dice.chance(0.3) ? Map.of("preventPodSchedulingIfMissing", true) : Map.of("attachRequired", true);
    }

    private void object(String apiVersion, String kind, String name, Map<String, Object> rest) {
        Map<String, Object> o = new LinkedHashMap<>();
        o.put("apiVersion", apiVersion);
        o.put("kind", kind);
        o.put("metadata", Map.of("name", name));
        o.putAll(rest);
        objects.add(o);
    }

    private void storageClass(String name, String provisioner, boolean wait) {
        Map<String, Object> rest = new LinkedHashMap<>();
        rest.put("provisioner", provisioner);
        rest.put("volumeBindingMode", wait ? "WaitForFirstConsumer" : "Immediate");
        if (name.equals("wait") && dice.chance(0.3)) {
            rest.put(
                    "allowedTopologies",
                    List.of(Map.of(
                            "matchLabelExpressions", List.of(Map.of("key", ZONE, "values", List.of("z1", "z2"))))));
        }
        object("storage.k8s.io/v1", "StorageClass", name, rest);
    }

    private void capacity(String zone) {
        Map<String, Object> rest = new LinkedHashMap<>();
        rest.put("metadata", Map.of("name", "cap-" + zone, "namespace", "kube-system"));
        rest.put("storageClassName", "capped");
        rest.put("nodeTopology", Map.of("matchLabels", Map.of(ZONE, zone)));
        rest.put("capacity", dice.of("1Gi", "20Gi", "100Gi"));
        if (dice.chance(0.3)) {
            rest.put("maximumVolumeSize", "5Gi");
        }
        object("storage.k8s.io/v1", "CSIStorageCapacity", "cap-" + zone, rest);
    }

    private void csiNode(String node) {
        Map<String, Object> d = new LinkedHashMap<>();
        d.put("name", "csi.example.com");
        d.put("nodeID", node);
        if (dice.chance(0.7)) {
            d.put("allocatable", Map.of("count", dice.between(1, 3)));
        }
        object("storage.k8s.io/v1", "CSINode", node, Map.of("spec", Map.of("drivers", List.of(d))));
    }

    private void attachment() {
        if (volumes > 0) {
            object(
                    "storage.k8s.io/v1",
                    "VolumeAttachment",
                    "attached",
                    Map.of(
                            "spec",
                            Map.of(
                                    "attacher",
                                    "csi.example.com",
                                    "nodeName",
                                    dice.of(nodeNames),
                                    "source",
                                    Map.of("persistentVolumeName", "bound-claim-0"))));
        }
    }

    private void claim(String name) {
        String storageClass = dice.of("wait", "local", "now", "capped", "wait", "wait");
        boolean isBound = dice.chance(0.5);
        (isBound ? bound : unbound).add(name);
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("name", name);
        metadata.put("namespace", "default");
        Map<String, Object> spec = new LinkedHashMap<>();
        spec.put("storageClassName", storageClass);
        spec.put("accessModes", List.of(dice.of("ReadWriteOnce", "ReadWriteOnce", "ReadWriteOncePod")));
        spec.put("resources", Map.of("requests", Map.of("storage", dice.of("1Gi", "4Gi", "10Gi"))));
        Map<String, Object> status = new LinkedHashMap<>();
        status.put("phase", "Pending");
        if (isBound) {
            metadata.put("annotations", Map.of("pv.kubernetes.io/bind-completed", "yes"));
            spec.put("volumeName", dice.chance(0.95) ? "bound-" + name : "lost-volume");
            status.put("phase", "Bound");
            volume("bound-" + name, storageClass, name);
        }
        objects.add(new LinkedHashMap<>(Map.of(
                "apiVersion",
                "v1",
                "kind",
                "PersistentVolumeClaim",
                "metadata",
                metadata,
                "spec",
                spec,
                "status",
                status)));
    }

    private void volume(String name, String storageClass, @Nullable String claim) {
        volumes++;
        Map<String, Object> labels = new LinkedHashMap<>();
        if (dice.chance(0.3)) {
            labels.put(ZONE, dice.of("z1", "z2", "z1__z2"));
        }
        Map<String, Object> spec = new LinkedHashMap<>();
        spec.put("capacity", Map.of("storage", (1 + volumes) + "Gi"));
        spec.put("accessModes", List.of("ReadWriteOnce"));
        spec.put("storageClassName", storageClass);
        if (storageClass.equals("local")) {
            spec.put("local", Map.of("path", "/d"));
        } else {
            spec.put("csi", Map.of("driver", "csi.example.com", "volumeHandle", "h-" + name));
        }
        if (storageClass.equals("local") || dice.chance(0.3)) {
            boolean byZone = dice.chance(0.5);
            spec.put(
                    "nodeAffinity",
                    Map.of(
                            "required",
                            Map.of(
                                    "nodeSelectorTerms",
                                    List.of(Map.of(
                                            "matchExpressions",
                                            List.of(Map.of(
                                                    "key",
                                                    byZone ? ZONE : "kubernetes.io/hostname",
                                                    "operator",
                                                    "In",
                                                    "values",
                                                    List.of(byZone ? "z1" : dice.of(nodeNames)))))))));
        }
        if (claim != null) {
            spec.put("claimRef", Map.of("namespace", "default", "name", claim, "kind", "PersistentVolumeClaim"));
        }
        objects.add(Map.of(
                "apiVersion",
                "v1",
                "kind",
                "PersistentVolume",
                "metadata",
                Map.of("name", name, "labels", labels),
                "spec",
                spec,
                "status",
                Map.of("phase", claim == null ? "Available" : "Bound")));
    }
}
