package dev.customscheduler.cli.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The objects of a cluster that a scheduler looks at, as the API server has them now. */
final class LiveCluster {
    private static final int PAGE = 500;
    private static final ObjectMapper JSON = new ObjectMapper();

    private record Kind(String kind, String apiVersion, String plural) {
        String path() {
            return (apiVersion.indexOf('/') < 0 ? "/api/" : "/apis/") + apiVersion + "/" + plural;
        }
    }

    private static final List<Kind> NEEDED = List.of(new Kind("Node", "v1", "nodes"), new Kind("Pod", "v1", "pods"));

    private static final List<Kind> WANTED = List.of(
            new Kind("Namespace", "v1", "namespaces"),
            new Kind("Service", "v1", "services"),
            new Kind("ReplicationController", "v1", "replicationcontrollers"),
            new Kind("ReplicaSet", "apps/v1", "replicasets"),
            new Kind("StatefulSet", "apps/v1", "statefulsets"),
            new Kind("PodDisruptionBudget", "policy/v1", "poddisruptionbudgets"),
            new Kind("PriorityClass", "scheduling.k8s.io/v1", "priorityclasses"),
            new Kind("PersistentVolumeClaim", "v1", "persistentvolumeclaims"),
            new Kind("PersistentVolume", "v1", "persistentvolumes"),
            new Kind("StorageClass", "storage.k8s.io/v1", "storageclasses"),
            new Kind("CSINode", "storage.k8s.io/v1", "csinodes"),
            new Kind("CSIDriver", "storage.k8s.io/v1", "csidrivers"),
            new Kind("CSIStorageCapacity", "storage.k8s.io/v1", "csistoragecapacities"),
            new Kind("VolumeAttachment", "storage.k8s.io/v1", "volumeattachments"));

    private final List<JsonNode> objects = new ArrayList<>();
    private final List<String> notSeen = new ArrayList<>();

    /**
     * Reads the cluster.
     *
     * @throws Problems where the user may not list nodes or pods
     */
    LiveCluster(KubernetesClient client) throws IOException {
        for (Kind kind : NEEDED) {
            try {
                list(client, kind);
            } catch (KubernetesClientException e) {
                throw Access.problem(e, "list " + kind.plural() + " in the whole cluster, for a simulation");
            }
        }
        for (Kind kind : WANTED) {
            try {
                list(client, kind);
            } catch (KubernetesClientException e) {
                if (e.getCode() != HttpURLConnection.HTTP_FORBIDDEN) {
                    throw e;
                }
                notSeen.add(kind.plural());
            }
        }
    }

    private void list(KubernetesClient client, Kind kind) throws IOException {
        String more = "";
        do {
            String token = more.isEmpty() ? "" : "&continue=" + URLEncoder.encode(more, StandardCharsets.UTF_8);
            String text = client.raw(kind.path() + "?limit=" + PAGE + token);
            if (text == null) {
                return;
            }
            JsonNode page = JSON.readTree(text);
            for (JsonNode item : page.path("items")) {
                String phase = item.path("status").path("phase").asText("");
                boolean over = kind.kind().equals("Pod") && (phase.equals("Succeeded") || phase.equals("Failed"));
                if (item instanceof ObjectNode object && !over) {
                    // Items of a list come without these two.
                    object.put("apiVersion", kind.apiVersion()).put("kind", kind.kind());
                    objects.add(object);
                }
            }
            more = page.path("metadata").path("continue").asText("");
        } while (!more.isEmpty());
    }

    List<JsonNode> objects() {
        return objects;
    }

    /** The kinds that the user may not list. */
    List<String> notSeen() {
        return notSeen;
    }
}
