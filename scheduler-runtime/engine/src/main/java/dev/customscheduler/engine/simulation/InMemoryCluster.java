package dev.customscheduler.engine.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.customscheduler.framework.ApiResult;
import dev.customscheduler.framework.Cluster;
import dev.customscheduler.framework.model.Pod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A cluster that takes every write and remembers deletions and cleared nominations. It stands in for the volume
 * controller as well: what the scheduler decides about volumes is done at once.
 */
final class InMemoryCluster implements Cluster {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final List<Pod> deleted = new ArrayList<>();
    private final List<Pod> denominated = new ArrayList<>();
    private final Map<String, ObjectNode> objects = new HashMap<>();
    private final Consumer<JsonNode> changed;

    /**
     * An empty cluster.
     *
     * @param changed is given claims and volumes that changed
     */
    InMemoryCluster(Consumer<JsonNode> changed) {
        this.changed = changed;
    }

    /** Remembers a claim or a volume. */
    void put(ObjectNode object) {
        objects.put(
                key(
                        object.path("kind").asText(),
                        namespace(object),
                        object.at("/metadata/name").asText()),
                object);
    }

    private static String namespace(JsonNode object) {
        if (object.path("kind").asText().equals("PersistentVolume")) {
            return "";
        }
        String namespace = object.at("/metadata/namespace").asText("");
        return namespace.isEmpty() ? "default" : namespace;
    }

    private static String key(String kind, String namespace, String name) {
        return kind + "/" + namespace + "/" + name;
    }

    @Override
    public ApiResult bind(Pod pod, String nodeName) {
        return ApiResult.ok();
    }

    @Override
    public ApiResult patchStatus(Pod pod, StatusPatch patch) {
        if ("".equals(patch.nominatedNode())) {
            denominated.add(pod);
        }
        return ApiResult.ok();
    }

    @Override
    public ApiResult delete(Pod pod) {
        deleted.add(pod);
        return ApiResult.ok();
    }

    @Override
    public void event(PodEvent event) {
        // Nobody watches a simulation's events; what they say is in the attempts' results.
    }

    @Override
    public ApiResult claimVolume(String volume, String resourceVersion, ClaimReference reference) {
        ObjectNode pv = objects.get(key("PersistentVolume", "", volume));
        ObjectNode claim = objects.get(key("PersistentVolumeClaim", reference.namespace(), reference.name()));
        if (pv == null || claim == null) {
            return new ApiResult(ApiResult.Outcome.NOT_FOUND, "not found");
        }
        bindTo(pv, claim);
        return ApiResult.ok();
    }

    @Override
    public ApiResult selectNode(String claimNamespace, String claimName, String resourceVersion, String node) {
        ObjectNode claim = objects.get(key("PersistentVolumeClaim", claimNamespace, claimName));
        if (claim == null) {
            return new ApiResult(ApiResult.Outcome.NOT_FOUND, "not found");
        }
        claim.withObject("/metadata/annotations").put("volume.kubernetes.io/selected-node", node);
        ObjectNode pv = JSON.createObjectNode();
        pv.put("apiVersion", "v1").put("kind", "PersistentVolume");
        pv.withObject("/metadata")
                .put("name", "pvc-" + claim.at("/metadata/uid").asText());
        ObjectNode spec = pv.withObject("/spec");
        spec.set("accessModes", claim.at("/spec/accessModes"));
        spec.withObject("/capacity").set("storage", claim.at("/spec/resources/requests/storage"));
        spec.set("storageClassName", claim.at("/spec/storageClassName"));
        put(pv);
        bindTo(pv, claim);
        return ApiResult.ok();
    }

    private void bindTo(ObjectNode pv, ObjectNode claim) {
        pv.withObject("/spec/claimRef")
                .put("namespace", namespace(claim))
                .put("name", claim.at("/metadata/name").asText())
                .put("uid", claim.at("/metadata/uid").asText());
        pv.withObject("/status").put("phase", "Bound");
        claim.withObject("/spec").put("volumeName", pv.at("/metadata/name").asText());
        claim.withObject("/metadata/annotations").put("pv.kubernetes.io/bind-completed", "yes");
        claim.withObject("/status").put("phase", "Bound");
        changed.accept(pv);
        changed.accept(claim);
    }

    /** The pods whose nomination was cleared since the last call. */
    List<Pod> takeDenominated() {
        List<Pod> taken = List.copyOf(denominated);
        denominated.clear();
        return taken;
    }

    /** The pods that were deleted since the last call. */
    List<Pod> takeDeleted() {
        List<Pod> taken = List.copyOf(deleted);
        deleted.clear();
        return taken;
    }
}
