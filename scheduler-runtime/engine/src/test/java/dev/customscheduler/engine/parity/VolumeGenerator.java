package dev.customscheduler.engine.parity;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes storage classes, drivers, volumes and claims by chance. Volumes differ in size, so that no choice among equals
 * is left to chance.
 */
final class VolumeGenerator {
    private static final String ZONE = "topology.kubernetes.io/zone";
    private static final List<String> IN_TREE = List.of(
            "kubernetes.io/aws-ebs",
            "kubernetes.io/gce-pd",
            "kubernetes.io/azure-disk",
            "kubernetes.io/cinder",
            "kubernetes.io/portworx-volume");

    private final Dice dice;
    private final List<Map<String, Object>> objects;
    private final List<String> nodeNames;
    private final List<String> bound = new ArrayList<>();
    private final List<String> unbound = new ArrayList<>();
    private final List<String> volumeNames = new ArrayList<>();

    VolumeGenerator(Dice dice, List<Map<String, Object>> objects, List<String> nodeNames) {
        this.dice = dice;
        this.objects = objects;
        this.nodeNames = nodeNames;
    }

    void generate() {
        storageClass("wait", "csi.example.com", true);
        storageClass("local", "kubernetes.io/no-provisioner", true);
        storageClass("now", "csi.example.com", false);
        storageClass("capped", "cap.example.com", true);
        storageClass("old", dice.chance(0.9) ? dice.of(IN_TREE) : "kubernetes.io/vsphere-volume", true);
        drivers();
        for (String zone : dice.some(2, List.of("z1", "z2", "z3"))) {
            capacity(zone);
        }
        for (String node : nodeNames) {
            if (dice.chance(0.7)) {
                csiNode(node);
            }
        }
        int count = dice.between(4, 20);
        for (int i = 0; i < count; i++) {
            claim("claim-" + i);
        }
        int free = dice.between(0, 6);
        for (int i = 0; i < free; i++) {
            volume("free-" + i, "local", null);
        }
        for (int i = dice.between(0, 4); i > 0; i--) {
            attachment("attached-" + i);
        }
    }

    /**
     * Volumes for a pod. Most pods of another namespace than {@code default}, where the claims are, get none of them.
     */
    List<Object> podVolumes(Map<String, Object> pod) {
        List<Object> all = new ArrayList<>();
        Map<?, ?> metadata = (Map<?, ?>) Objects.requireNonNull(pod.get("metadata"));
        if ("default".equals(metadata.get("namespace")) || dice.chance(0.1)) {
            for (String claim : take()) {
                String name = dice.chance(0.03) ? "no-such-claim" : claim;
                all.add(Map.of(
                        "name",
                        "v" + all.size(),
                        "persistentVolumeClaim",
                        Map.of("claimName", name, "readOnly", dice.chance(0.2))));
            }
        }
        while (all.isEmpty() ? dice.chance(0.8) : dice.chance(0.15)) {
            all.add(PodVolumes.inline(dice, "v" + all.size()));
        }
        if (dice.chance(0.2)) {
            all.add(ephemeral(metadata, "v" + all.size()));
        }
        return all;
    }

    /** Names of one or two claims. */
    private List<String> take() {
        List<String> all = new ArrayList<>(dice.some(dice.between(0, 2), bound));
        if (!unbound.isEmpty() && (all.isEmpty() || dice.chance(0.4))) {
            all.add(dice.chance(0.7) ? unbound.removeFirst() : dice.of(unbound));
        }
        return all;
    }

    /** An ephemeral volume, mostly with its claim, which mostly belongs to the pod: the next object but one. */
    private Map<String, Object> ephemeral(Map<?, ?> pod, String name) {
        if (dice.chance(0.9)) {
            boolean own = dice.chance(0.95);
            Map<String, Object> metadata = new LinkedHashMap<>();
            String claim = pod.get("name") + "-" + name;
            metadata.put("name", claim);
            metadata.put("namespace", pod.get("namespace"));
            Map<String, Object> spec = claimSpec(dice.of("wait", "wait", "capped", "now"));
            if (dice.chance(0.2)) {
                metadata.put("annotations", Map.of("pv.kubernetes.io/bind-completed", "yes"));
                spec.put(
                        "volumeName", dice.chance(0.5) || volumeNames.isEmpty() ? "lost-volume" : dice.of(volumeNames));
            }
            int at = objects.size() + 1;
            metadata.put(
                    "ownerReferences",
                    List.of(Map.of(
                            "apiVersion",
                            "v1",
                            "kind",
                            "Pod",
                            "name",
                            String.valueOf(pod.get("name")),
                            "uid",
                            own ? String.format("uid-%05d", at) : "somebody",
                            "controller",
                            true)));
            objects.add(Map.of(
                    "apiVersion",
                    "v1",
                    "kind",
                    "PersistentVolumeClaim",
                    "metadata",
                    metadata,
                    "spec",
                    spec,
                    "status",
                    Map.of("phase", spec.containsKey("volumeName") ? "Bound" : "Pending")));
        }
        return Map.of(
                "name",
                name,
                "ephemeral",
                Map.of("volumeClaimTemplate", Map.of("spec", Map.of("accessModes", List.of("ReadWriteOnce")))));
    }

    /** At most one driver must be on the node of a pod: of several that are missing, kube-scheduler names any. */
    private void drivers() {
        String needed = dice.of("csi.example.com", "pd.csi.storage.gke.io", "none", "none");
        for (String name : List.of("csi.example.com", "pd.csi.storage.gke.io")) {
            if (name.equals(needed) || name.equals("csi.example.com")) {
                Map<String, Object> spec = name.equals(needed)
                        ? Map.of("preventPodSchedulingIfMissing", true)
                        : Map.of("attachRequired", true);
                object("storage.k8s.io/v1", "CSIDriver", name, Map.of("spec", spec));
            }
        }
        object("storage.k8s.io/v1", "CSIDriver", "cap.example.com", Map.of("spec", Map.of("storageCapacity", true)));
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
        if ((name.equals("wait") || name.equals("old")) && dice.chance(0.3)) {
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
        List<Object> drivers = new ArrayList<>();
        List<String> names = new ArrayList<>(List.of("csi.example.com"));
        names.addAll(dice.some(
                dice.between(0, 3),
                List.of(
                        "ebs.csi.aws.com",
                        "pd.csi.storage.gke.io",
                        "disk.csi.azure.com",
                        "cinder.csi.openstack.org",
                        "pxd.portworx.com")));
        for (String name : names) {
            Map<String, Object> d = new LinkedHashMap<>();
            d.put("name", name);
            d.put("nodeID", node);
            if (dice.chance(0.7)) {
                d.put("allocatable", Map.of("count", dice.between(1, 3)));
            }
            if (!name.equals("csi.example.com") || dice.chance(0.9)) {
                drivers.add(d);
            }
        }
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("name", node);
        if (dice.chance(0.6)) {
            metadata.put(
                    "annotations",
                    Map.of(
                            "storage.alpha.kubernetes.io/migrated-plugins",
                            String.join(",", dice.some(dice.between(0, 5), IN_TREE))));
        }
        object("storage.k8s.io/v1", "CSINode", node, Map.of("metadata", metadata, "spec", Map.of("drivers", drivers)));
    }

    private void attachment(String name) {
        Map<String, Object> source = volumeNames.isEmpty() || dice.chance(0.1)
                ? Map.of("persistentVolumeName", "no-such-volume")
                : Map.of("persistentVolumeName", dice.of(volumeNames));
        object(
                "storage.k8s.io/v1",
                "VolumeAttachment",
                name,
                Map.of(
                        "spec",
                        Map.of(
                                "attacher",
                                dice.of("csi.example.com", "csi.example.com", "ebs.csi.aws.com"),
                                "nodeName",
                                dice.of(nodeNames),
                                "source",
                                source)));
    }

    private Map<String, Object> claimSpec(String storageClass) {
        Map<String, Object> spec = new LinkedHashMap<>();
        spec.put("storageClassName", storageClass);
        spec.put("accessModes", List.of(dice.of("ReadWriteOnce", "ReadWriteOnce", "ReadWriteOncePod")));
        spec.put("resources", Map.of("requests", Map.of("storage", dice.of("1Gi", "4Gi", "10Gi"))));
        return spec;
    }

    private void claim(String name) {
        String storageClass = dice.of("wait", "local", "now", "capped", "wait", "old", "old");
        boolean isBound = dice.chance(0.5);
        (isBound ? bound : unbound).add(name);
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("name", name);
        metadata.put("namespace", "default");
        Map<String, Object> spec = claimSpec(storageClass);
        Map<String, Object> status = new LinkedHashMap<>();
        status.put("phase", "Pending");
        if (isBound) {
            metadata.put("annotations", Map.of("pv.kubernetes.io/bind-completed", "yes"));
            spec.put("volumeName", dice.chance(0.95) ? "bound-" + name : "lost-volume");
            status.put("phase", dice.chance(0.97) ? "Bound" : "Lost");
            volume("bound-" + name, storageClass, name);
        } else if (dice.chance(0.03)) {
            metadata.put("deletionTimestamp", "2026-01-01T00:00:00Z");
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
        volumeNames.add(name);
        Map<String, Object> labels = new LinkedHashMap<>();
        if (dice.chance(0.3)) {
            labels.put(ZONE, dice.of("z1", "z2", "z1__z2"));
        } else if (dice.chance(0.1)) {
            labels.put("failure-domain.beta.kubernetes.io/zone", dice.of("z1", "z2", "z1__z2"));
        }
        Map<String, Object> spec = new LinkedHashMap<>();
        spec.put("capacity", Map.of("storage", (1 + volumeNames.size()) + "Gi"));
        spec.put("accessModes", List.of("ReadWriteOnce"));
        spec.put("storageClassName", storageClass);
        source(name, storageClass, spec);
        if (storageClass.equals("local") || dice.chance(0.3)) {
            spec.put("nodeAffinity", nodeAffinity());
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

    private void source(String name, String storageClass, Map<String, Object> spec) {
        switch (storageClass) {
            case "local" -> spec.put("local", Map.of("path", "/d"));
            case "old" -> inTree(spec);
            default -> spec.put("csi", Map.of("driver", "csi.example.com", "volumeHandle", "h-" + name));
        }
    }

    private void inTree(Map<String, Object> spec) {
        switch (dice.between(0, 7)) {
            case 0, 1 ->
                spec.put(
                        "awsElasticBlockStore",
                        Map.of("volumeID", dice.of("vol-1", "aws://z1/vol-2", "vol-9", "aws://z1/vol-9")));
            case 2, 3 -> spec.put("gcePersistentDisk", Map.of("pdName", dice.of("d1", "d2", "d9")));
            case 4 -> {
                String uri = dice.of("/disks/a", "/disks/c");
                spec.put(
                        "azureDisk",
                        dice.chance(0.9)
                                ? Map.of("diskName", "a", "diskURI", uri, "kind", "Managed")
                                : Map.of("diskName", "a", "diskURI", uri));
            }
            case 5 -> spec.put("cinder", Map.of("volumeID", dice.of("c1", "c9")));
            case 6 -> spec.put("portworxVolume", Map.of("volumeID", dice.of("x1", "x9")));
            default -> spec.put("vsphereVolume", Map.of("volumePath", "p1"));
        }
    }

    private Map<String, Object> nodeAffinity() {
        String key = dice.of(ZONE, ZONE, "kubernetes.io/hostname", "failure-domain.beta.kubernetes.io/zone");
        boolean host = key.equals("kubernetes.io/hostname");
        return Map.of(
                "required",
                Map.of(
                        "nodeSelectorTerms",
                        List.of(Map.of(
                                "matchExpressions",
                                List.of(Map.of(
                                        "key",
                                        key,
                                        "operator",
                                        "In",
                                        "values",
                                        List.of(host ? dice.of(nodeNames) : dice.of("z1", "z2"))))))));
    }
}
