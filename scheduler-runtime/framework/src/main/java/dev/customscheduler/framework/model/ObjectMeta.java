package dev.customscheduler.framework.model;

import org.jspecify.annotations.Nullable;

/**
 * The metadata that scheduling reads. Times are milliseconds since 1970, {@code 0} where absent.
 *
 * @param namespace the namespace, empty for cluster-scoped objects
 * @param name the name
 * @param uid the UID, empty where the object never reached an API server
 * @param resourceVersion the version of this state of the object
 * @param generation how often the object's spec was written, {@code 0} where it is not known
 * @param labels the labels
 * @param creationTimestamp when the object was created
 * @param deletionTimestamp when deletion was requested, {@code 0} for a living object
 * @param controller the managing owner
 */
public record ObjectMeta(
        String namespace,
        String name,
        String uid,
        String resourceVersion,
        long generation,
        Labels labels,
        long creationTimestamp,
        long deletionTimestamp,
        @Nullable OwnerReference controller) {

    /** Metadata of an object of which only the name matters. */
    public static ObjectMeta named(String namespace, String name) {
        return new ObjectMeta(namespace, name, "", "", 0, Labels.none(), 0, 0, null);
    }

    /** This metadata with another time of creation. */
    public ObjectMeta withCreationTimestamp(long time) {
        return new ObjectMeta(
                namespace, name, uid, resourceVersion, generation, labels, time, deletionTimestamp, controller);
    }
}
