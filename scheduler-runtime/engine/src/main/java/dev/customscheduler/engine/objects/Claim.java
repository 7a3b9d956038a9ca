package dev.customscheduler.engine.objects;

import dev.customscheduler.framework.model.LabelSelector;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A PersistentVolumeClaim.
 *
 * @param namespace its namespace
 * @param name its name
 * @param uid its UID
 * @param resourceVersion the version of this state
 * @param volumeName the volume that it names, or the empty string
 * @param className its storage class, or the empty string
 * @param accessModes the access that it wants
 * @param volumeMode {@code Filesystem} or {@code Block}
 * @param attributesClass its volume attributes class, or the empty string
 * @param request the bytes that it wants, -1 where it does not say
 * @param selector which volumes come into question, or null for all
 * @param phase its phase
 * @param terminating whether deletion was requested
 * @param bindCompleted whether the volume controller finished the binding
 * @param annotated whether it has any annotations
 * @param selectedNode the node that a scheduler chose for it, or the empty string
 * @param owner the UID of the controlling owner, or the empty string
 */
public record Claim(
        String namespace,
        String name,
        String uid,
        String resourceVersion,
        String volumeName,
        String className,
        Set<String> accessModes,
        String volumeMode,
        String attributesClass,
        long request,
        @Nullable LabelSelector selector,
        String phase,
        boolean terminating,
        boolean bindCompleted,
        boolean annotated,
        String selectedNode,
        String owner) {

    /** {@code namespace/name}. */
    public String key() {
        return namespace + "/" + name;
    }

    /** Whether claim and volume are bound for good. */
    public boolean isBound() {
        return !volumeName.isEmpty() && bindCompleted;
    }

    /** This claim with a node chosen for it. */
    public Claim withSelectedNode(String node) {
        return new Claim(
                namespace,
                name,
                uid,
                resourceVersion,
                volumeName,
                className,
                accessModes,
                volumeMode,
                attributesClass,
                request,
                selector,
                phase,
                terminating,
                bindCompleted,
                true,
                node,
                owner);
    }
}
