package dev.customscheduler.framework.model;

import org.jspecify.annotations.Nullable;

/** A pod. Immutable: a change is another instance. */
public final class Pod {
    private final ObjectMeta metadata;
    private final PodSpec spec;
    private final PodStatus status;
    private final String nodeName;
    private final @Nullable Document document;
    private @Nullable PodFootprint footprint;

    /**
     * A pod of the given parts.
     *
     * @param metadata the metadata; pods always have a namespace
     * @param spec what it asks for
     * @param status its status
     * @param nodeName the node that it is assigned to, or the empty string
     * @param document the whole object, where it is kept
     */
    public Pod(ObjectMeta metadata, PodSpec spec, PodStatus status, String nodeName, @Nullable Document document) {
        this.metadata = metadata;
        this.spec = spec;
        this.status = status;
        this.nodeName = nodeName;
        this.document = document;
    }

    /** The metadata. */
    public ObjectMeta metadata() {
        return metadata;
    }

    /** What the pod asks for. */
    public PodSpec spec() {
        return spec;
    }

    /** The status. */
    public PodStatus status() {
        return status;
    }

    /** The node that the pod is assigned to, or the empty string. */
    public String nodeName() {
        return nodeName;
    }

    /** The whole object, or null: an assigned pod does not keep it. */
    public @Nullable Document document() {
        return document;
    }

    /** The namespace. */
    public String namespace() {
        return metadata.namespace();
    }

    /** The name. */
    public String name() {
        return metadata.name();
    }

    /** The UID; where the pod has none, its namespace and name take its place. */
    public String uid() {
        return metadata.uid().isEmpty() ? key() : metadata.uid();
    }

    /** {@code namespace/name}. */
    public String key() {
        return metadata.namespace() + "/" + metadata.name();
    }

    /** The labels. */
    public Labels labels() {
        return metadata.labels();
    }

    /** The priority. */
    public int priority() {
        return spec.priority();
    }

    /** Whether the pod has a node. */
    public boolean isAssigned() {
        return !nodeName.isEmpty();
    }

    /** Whether deletion was requested. */
    public boolean isTerminating() {
        return metadata.deletionTimestamp() != 0;
    }

    /** What the pod takes of its node: by its spec, or more where the kubelet still reserves more for it. */
    public PodFootprint footprint() {
        if (status.allocated().isEmpty() && !status.resizeInfeasible()) {
            return spec.footprint();
        }
        PodFootprint f = footprint;
        if (f == null) {
            f = ResizedPod.footprint(this);
            footprint = f;
        }
        return f;
    }

    /** This pod on a node. The document stays. */
    public Pod withNodeName(String node) {
        return new Pod(metadata, spec, status, node, document);
    }

    /** This pod with another status. */
    public Pod withStatus(PodStatus newStatus) {
        return new Pod(metadata, spec, newStatus, nodeName, document);
    }

    @Override
    public String toString() {
        return key();
    }
}
