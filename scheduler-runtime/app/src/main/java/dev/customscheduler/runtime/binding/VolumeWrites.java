package dev.customscheduler.runtime.binding;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.customscheduler.framework.ApiResult;
import dev.customscheduler.runtime.client.ApiClient;
import dev.customscheduler.runtime.client.ApiReply;
import dev.customscheduler.runtime.client.ApiRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The two writes by which volumes are bound before a pod is. Each reads the object, sees that it is the state that the
 * decision was made on, and puts it back changed: the role grants get and update, and a change in between is a
 * conflict.
 */
final class VolumeWrites {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final ApiClient client;
    private final Function<ApiRequest, ApiResult> writer;

    /** Reads by {@code client}, writes by {@code writer}, which sees to the fence and to repetition. */
    VolumeWrites(ApiClient client, Function<ApiRequest, ApiResult> writer) {
        this.client = client;
        this.writer = writer;
    }

    ApiResult claim(String volume, String resourceVersion, String namespace, String name, String uid) {
        return change("/api/v1/persistentvolumes/" + volume, resourceVersion, object -> {
            ObjectNode claim = object.withObject("/spec").withObject("/claimRef");
            claim.put("apiVersion", "v1").put("kind", "PersistentVolumeClaim");
            claim.put("namespace", namespace).put("name", name).put("uid", uid);
            annotations(object).put("pv.kubernetes.io/bound-by-controller", "yes");
            return object;
        });
    }

    ApiResult selectNode(String namespace, String name, String resourceVersion, String node) {
        String path = "/api/v1/namespaces/" + namespace + "/persistentvolumeclaims/" + name;
        return change(path, resourceVersion, object -> {
            annotations(object).put("volume.kubernetes.io/selected-node", node);
            return object;
        });
    }

    private static ObjectNode annotations(ObjectNode object) {
        return object.withObject("/metadata").withObject("/annotations");
    }

    private ApiResult change(String path, String resourceVersion, UnaryOperator<ObjectNode> edit) {
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
                        ApiResult.Outcome.CONFLICT, path + ": the object has been changed since the decision");
            }
            byte[] changed = edit.apply(object).toString().getBytes(StandardCharsets.UTF_8);
            return writer.apply(ApiRequest.put(path, changed));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new ApiResult(ApiResult.Outcome.UNAVAILABLE, "the scheduler is stopping");
        } catch (IOException e) {
            return new ApiResult(ApiResult.Outcome.UNAVAILABLE, path + ": " + e.getMessage());
        }
    }
}
