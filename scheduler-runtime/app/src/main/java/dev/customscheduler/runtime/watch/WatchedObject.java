package dev.customscheduler.runtime.watch;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * An object of a kind that only the engine decodes. The reflector's copy keeps who it is; the document is handed over
 * once and not kept, since a ReplicaSet's may be large and the engine remembers the little that it needs.
 */
public final class WatchedObject {
    private final String namespace;
    private final String name;
    private final String uid;
    private final String resourceVersion;
    private @Nullable ObjectNode document;

    WatchedObject(ObjectNode document) {
        this.namespace = document.path("metadata").path("namespace").asText();
        this.name = document.path("metadata").path("name").asText();
        this.uid = document.path("metadata").path("uid").asText();
        this.resourceVersion = document.path("metadata").path("resourceVersion").asText();
        this.document = document;
    }

    /** The namespace; empty for cluster-scoped kinds. */
    public String namespace() {
        return namespace;
    }

    /** The name. */
    public String name() {
        return name;
    }

    String uid() {
        return uid;
    }

    String resourceVersion() {
        return resourceVersion;
    }

    /** The document, at the first call; null afterwards. */
    public @Nullable ObjectNode take() {
        ObjectNode taken = document;
        document = null;
        return taken;
    }
}
