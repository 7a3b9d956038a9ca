package dev.customscheduler.cli.simulate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** Gives claims that name no storage class the cluster's default one, as admission and the volume controller do. */
final class DefaultStorageClass {
    private static final List<String> ANNOTATIONS =
            List.of("storageclass.kubernetes.io/is-default-class", "storageclass.beta.kubernetes.io/is-default-class");

    private DefaultStorageClass() {}

    static void fill(List<ObjectNode> objects) {
        String name = "";
        String created = "";
        for (ObjectNode object : objects) {
            if (!Kinds.kind(object).equals("StorageClass") || !isDefault(object)) {
                continue;
            }
            // Of several the newest counts, then the first by name.
            String time = object.path("metadata").path("creationTimestamp").asText("");
            int newer = time.compareTo(created);
            if (name.isEmpty() || newer > 0 || newer == 0 && Kinds.name(object).compareTo(name) < 0) {
                name = Kinds.name(object);
                created = time;
            }
        }
        if (name.isEmpty()) {
            return;
        }
        for (ObjectNode object : objects) {
            if (Kinds.kind(object).equals("PersistentVolumeClaim")
                    && !object.path("spec").hasNonNull("storageClassName")
                    && !object.path("spec").hasNonNull("volumeName")) {
                Kinds.object(object, "spec").put("storageClassName", name);
            }
        }
    }

    private static boolean isDefault(ObjectNode storageClass) {
        JsonNode annotations = storageClass.path("metadata").path("annotations");
        for (String annotation : ANNOTATIONS) {
            if (annotations.path(annotation).asText("").equals("true")) {
                return true;
            }
        }
        return false;
    }
}
