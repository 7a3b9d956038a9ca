package dev.customscheduler.operator.dependent;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClientException;

/** What came of looking at, or writing, one object. */
public sealed interface Applied {
    /** The object as the operator wants it. */
    HasMetadata desired();

    /**
     * It is in the cluster as wanted.
     *
     * @param desired the object as wanted
     * @param actual the object as it is
     */
    record InSync(HasMetadata desired, HasMetadata actual) implements Applied {}

    /**
     * It is not in the cluster.
     *
     * @param desired the object as wanted
     */
    record Absent(HasMetadata desired) implements Applied {}

    /**
     * It is ours, and differs.
     *
     * @param desired the object as wanted
     * @param actual the object as it is
     */
    record Drifted(HasMetadata desired, HasMetadata actual) implements Applied {}

    /**
     * It was just written.
     *
     * @param desired the object as wanted
     * @param actual the object as the API server answered
     */
    record Written(HasMetadata desired, HasMetadata actual) implements Applied {}

    /**
     * It is somebody else's, and stays as it is.
     *
     * @param desired the object as wanted
     * @param actual the object as it is
     */
    record Foreign(HasMetadata desired, HasMetadata actual) implements Applied {}

    /**
     * It is on its way out: deleted, or owned by an earlier resource of this name.
     *
     * @param desired the object as wanted
     */
    record Leaving(HasMetadata desired) implements Applied {}

    /**
     * The API server refused to read or to write it, or could not be reached.
     *
     * @param desired the object as wanted
     * @param verb what was tried, as RBAC calls it
     * @param refusal the API server's answer
     */
    record Failed(HasMetadata desired, String verb, KubernetesClientException refusal) implements Applied {}
}
