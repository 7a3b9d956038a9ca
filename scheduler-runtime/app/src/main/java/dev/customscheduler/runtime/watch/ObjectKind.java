package dev.customscheduler.runtime.watch;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A kind that some plugins look at beside pods and nodes. Only what the enabled plugins need is watched: the
 * scheduler's role grants no more.
 */
public final class ObjectKind implements WatchedKind<WatchedObject> {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String STORAGE = "storage.k8s.io/v1";

    private final String kind;
    private final String apiVersion;
    private final String plural;
    private final Set<String> plugins;

    private ObjectKind(String kind, String apiVersion, String plural, String... plugins) {
        this.kind = kind;
        this.apiVersion = apiVersion;
        this.plural = plural;
        this.plugins = Set.of(plugins);
    }

    /** The kinds that a scheduler with these plugins reads. Namespaces are always among them. */
    public static List<ObjectKind> neededBy(Set<String> enabled) {
        List<ObjectKind> needed = new ArrayList<>();
        for (ObjectKind kind : all()) {
            if (kind.plugins.isEmpty() || kind.plugins.stream().anyMatch(enabled::contains)) {
                needed.add(kind);
            }
        }
        return needed;
    }

    private static List<ObjectKind> all() {
        String binding = "VolumeBinding";
        String zone = "VolumeZone";
        String limits = "NodeVolumeLimits";
        String spread = "PodTopologySpread";
        return List.of(
                new ObjectKind("Namespace", "v1", "namespaces"),
                new ObjectKind("Service", "v1", "services", spread),
                new ObjectKind("ReplicationController", "v1", "replicationcontrollers", spread),
                new ObjectKind("ReplicaSet", "apps/v1", "replicasets", spread),
                new ObjectKind("StatefulSet", "apps/v1", "statefulsets", spread),
                new ObjectKind("PodDisruptionBudget", "policy/v1", "poddisruptionbudgets", "DefaultPreemption"),
                new ObjectKind(
                        "PersistentVolumeClaim",
                        "v1",
                        "persistentvolumeclaims",
                        binding,
                        "VolumeRestrictions",
                        zone,
                        limits),
                new ObjectKind("PersistentVolume", "v1", "persistentvolumes", binding, zone, limits),
                new ObjectKind("StorageClass", STORAGE, "storageclasses", binding, zone, limits),
                new ObjectKind("CSINode", STORAGE, "csinodes", binding, limits),
                new ObjectKind("CSIDriver", STORAGE, "csidrivers", binding, limits),
                new ObjectKind("CSIStorageCapacity", STORAGE, "csistoragecapacities", binding),
                new ObjectKind("VolumeAttachment", STORAGE, "volumeattachments", limits));
    }

    /** The kind, as in a document. */
    public String kind() {
        return kind;
    }

    @Override
    public String plural() {
        return plural;
    }

    @Override
    public String path() {
        return (apiVersion.indexOf('/') < 0 ? "/api/" : "/apis/") + apiVersion + "/" + plural;
    }

    @Override
    public String fieldSelector() {
        return "";
    }

    @Override
    public WatchedObject decode(byte[] json) throws IOException {
        if (MAPPER.readTree(json) instanceof ObjectNode document) {
            // Items of a list come without these two.
            document.put("apiVersion", apiVersion);
            document.put("kind", kind);
            return new WatchedObject(document);
        }
        throw new IOException("not a JSON object");
    }

    @Override
    public String key(WatchedObject object) {
        return object.namespace() + "/" + object.name();
    }

    @Override
    public String uid(WatchedObject object) {
        return object.uid();
    }

    @Override
    public String resourceVersion(WatchedObject object) {
        return object.resourceVersion();
    }
}
