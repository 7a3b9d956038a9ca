package dev.customscheduler.cli.simulate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Small questions to Kubernetes objects in JSON. */
final class Kinds {
    static final String DEFAULT_NAMESPACE = "default";

    private static final Set<String> CLUSTER_SCOPED = Set.of(
            "Node",
            "Namespace",
            "PersistentVolume",
            "StorageClass",
            "CSINode",
            "CSIDriver",
            "VolumeAttachment",
            "PriorityClass",
            "RuntimeClass",
            "DeviceClass",
            "ResourceSlice");

    private Kinds() {}

    static String kind(JsonNode object) {
        return object.path("kind").asText("");
    }

    static String name(JsonNode object) {
        return object.path("metadata").path("name").asText("");
    }

    static boolean isNamespaced(JsonNode object) {
        return !CLUSTER_SCOPED.contains(kind(object));
    }

    static String namespace(JsonNode object) {
        return object.path("metadata").path("namespace").asText(DEFAULT_NAMESPACE);
    }

    static String key(JsonNode object) {
        return namespace(object) + "/" + name(object);
    }

    static String uid(JsonNode object) {
        return object.path("metadata").path("uid").asText("");
    }

    /** Whether an API server has had it: then admission has done its work already. */
    static boolean fromApiServer(JsonNode object) {
        return object.path("metadata").hasNonNull("resourceVersion");
    }

    static boolean isAssigned(JsonNode pod) {
        return !pod.path("spec").path("nodeName").asText("").isEmpty();
    }

    /** A pod that has run to its end takes nothing of its node and is not scheduled again. */
    static boolean isOver(JsonNode pod) {
        String phase = pod.path("status").path("phase").asText("");
        return phase.equals("Succeeded") || phase.equals("Failed");
    }

    /** The owner that controls an object, if one does. */
    static @Nullable JsonNode controller(JsonNode object) {
        for (JsonNode owner : object.path("metadata").path("ownerReferences")) {
            if (owner.path("controller").asBoolean(false)) {
                return owner;
            }
        }
        return null;
    }

    static boolean isControlledBy(JsonNode object, JsonNode owner) {
        JsonNode reference = controller(object);
        if (reference == null || !namespace(object).equals(namespace(owner))) {
            return false;
        }
        String uid = uid(owner);
        if (!uid.isEmpty() && reference.hasNonNull("uid")) {
            return reference.path("uid").asText().equals(uid);
        }
        return reference.path("kind").asText("").equals(kind(owner))
                && reference.path("name").asText("").equals(name(owner));
    }

    /** The object of that name below another, made when it is not there. */
    static ObjectNode object(ObjectNode parent, String field) {
        return parent.get(field) instanceof ObjectNode existing ? existing : parent.putObject(field);
    }
}
