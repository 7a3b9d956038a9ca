package dev.customscheduler.operator.dependent;

import dev.customscheduler.crds.v1alpha1.CustomScheduler;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;

/** Whose an object is. Only the owner reference's uid counts: names and labels can be anybody's. */
public enum Ownership {
    /** The resource's own. */
    OURS,
    /** Owned by an earlier resource of the same name, so that the garbage collector is about to remove it. */
    PREDECESSORS,
    /** Anybody else's: never written, never bound to. */
    FOREIGN;

    /**
     * Whose an object is.
     *
     * @param object the object as it is in the cluster
     * @param primary the resource that asks
     * @return whose it is
     */
    public static Ownership of(HasMetadata object, CustomScheduler primary) {
        for (var owner : object.getMetadata().getOwnerReferences()) {
            if (owner.getUid().equals(primary.getMetadata().getUid())) {
                return OURS;
            }
        }
        for (var owner : object.getMetadata().getOwnerReferences()) {
            if (owner.getKind().equals(CustomScheduler.KIND)
                    && owner.getApiVersion().startsWith(CustomScheduler.GROUP + "/")
                    && owner.getName().equals(primary.getMetadata().getName())) {
                return PREDECESSORS;
            }
        }
        return FOREIGN;
    }

    /**
     * The reference that makes an object the resource's own. blockOwnerDeletion is left out: setting it needs the right
     * to update finalizers of CustomSchedulers, and nothing here waits for dependents.
     *
     * @param primary the resource
     * @return the reference
     */
    public static OwnerReference reference(CustomScheduler primary) {
        return new OwnerReferenceBuilder()
                .withApiVersion(primary.getApiVersion())
                .withKind(primary.getKind())
                .withName(primary.getMetadata().getName())
                .withUid(primary.getMetadata().getUid())
                .withController(true)
                .build();
    }
}
