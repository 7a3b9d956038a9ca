package dev.customscheduler.runtime.binding;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.customscheduler.framework.ApiResult;
import dev.customscheduler.framework.Cluster.ClaimReference;
import dev.customscheduler.runtime.client.ApiClient;
import dev.customscheduler.runtime.client.ApiReply;
import dev.customscheduler.runtime.client.ApiRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The two writes by which volumes are bound before a pod is. Each reads the object, sees that it is the state that the
 * decision was made on, and puts it back changed: the role grants get and update, and a change in between is a
 * conflict.
 */
final class VolumeWrites {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String BOUND_BY_CONTROLLER = "pv.kubernetes.io/bound-by-controller";

    private final ApiClient client;
    private final Function<ApiRequest, ApiResult> writer;

    /** Reads by {@code client}, writes by {@code writer}, which sees to the fence and to repetition. */
    VolumeWrites(ApiClient client, Function<ApiRequest, ApiResult> writer) {
        this.client = client;
        this.writer = writer;
    }

    ApiResult claim(String volume, String resourceVersion, ClaimReference claim) {
        return change("persistentvolumes", "", volume, resourceVersion, object -> {
            JsonNode before = object.at("/spec/claimRef");
            String uid = before.path("uid").asText();
            boolean reserved = before.path("namespace").asText().equals(claim.namespace())
                    && before.path("name").asText().equals(claim.name())
                    && (uid.isEmpty() || uid.equals(claim.uid()));
            ObjectNode reference = object.withObject("/spec").putObject("claimRef");
            reference.put("apiVersion", "v1").put("kind", "PersistentVolumeClaim");
            reference.put("namespace", claim.namespace()).put("name", claim.name());
            reference.put("uid", claim.uid()).put("resourceVersion", claim.resourceVersion());
            // Where the owner reserved the volume, the volume controller must not set it free with the claim.
            if (!reserved && !annotations(object).has(BOUND_BY_CONTROLLER)) {
                annotations(object).put(BOUND_BY_CONTROLLER, "yes");
            }
        });
    }

    ApiResult selectNode(String namespace, String name, String resourceVersion, String node) {
        return change(
                "persistentvolumeclaims",
                namespace,
                name,
                resourceVersion,
                object -> annotations(object).put("volume.kubernetes.io/selected-node", node));
    }

    private static ObjectNode annotations(ObjectNode object) {
        return object.withObject("/metadata").withObject("/annotations");
    }

    private ApiResult change(
            String plural, String namespace, String name, String resourceVersion, Consumer<ObjectNode> edit) {
        String path = "/api/v1/" + (namespace.isEmpty() ? "" : "namespaces/" + namespace + "/") + plural + "/" + name;
        try {
            ApiReply reply = client.send(ApiRequest.get(path));
            if (!(reply instanceof ApiReply.Done(int ignored, byte[] body))) {
                return ApiCluster.result(reply);
            }
            if (!(MAPPER.readTree(body) instanceof ObjectNode object)) {
                return new ApiResult(ApiResult.Outcome.UNAVAILABLE, path + ": the answer is no object");
            }
            if (!object.path("metadata").path("resourceVersion").asText().equals(resourceVersion)) {
                return new ApiResult(
                        ApiResult.Outcome.CONFLICT,
                        // What the API server says to a write of an outdated state.
                        "Operation cannot be fulfilled on " + plural + " \"" + name
                                + "\": the object has been modified; please apply your changes to the latest version"
                                + " and try again");
            }
            edit.accept(object);
            return writer.apply(ApiRequest.put(path, object.toString().getBytes(StandardCharsets.UTF_8)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new ApiResult(ApiResult.Outcome.UNAVAILABLE, "the scheduler is stopping");
        } catch (IOException e) {
            return new ApiResult(ApiResult.Outcome.UNAVAILABLE, path + ": " + e.getMessage());
        }
    }
}
