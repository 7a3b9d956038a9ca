package dev.customscheduler.engine.objects;

import dev.customscheduler.engine.objects.CsiObjects.CsiNode;
import dev.customscheduler.framework.model.Labels;
import dev.customscheduler.framework.model.Node;
import dev.customscheduler.framework.model.NodeSelector;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A PersistentVolume.
 *
 * @param name its name
 * @param resourceVersion the version of this state
 * @param labels its labels
 * @param capacity its size in bytes
 * @param className its storage class, or the empty string
 * @param accessModes the access that it allows
 * @param volumeMode {@code Filesystem} or {@code Block}
 * @param attributesClass its volume attributes class, or the empty string
 * @param terminating whether deletion was requested
 * @param phase its phase
 * @param claim the claim that it is for, or null
 * @param nodeAffinity the nodes that reach it, or null for all
 * @param csiDriver its CSI driver, or the empty string
 * @param csiHandle its handle there
 * @param inTree what it is to the CSI driver that took over from its in-tree plugin, or null where it has none
 */
public record PersistentVolume(
        String name,
        String resourceVersion,
        Labels labels,
        long capacity,
        String className,
        Set<String> accessModes,
        String volumeMode,
        String attributesClass,
        boolean terminating,
        String phase,
        @Nullable ClaimRef claim,
        @Nullable NodeSelector nodeAffinity,
        String csiDriver,
        String csiHandle,
        @Nullable InTreeVolume inTree) {

    /**
     * The claim that a volume is for.
     *
     * @param namespace its namespace
     * @param name its name
     * @param uid its UID, or the empty string
     */
    public record ClaimRef(String namespace, String name, String uid) {}

    /** Whether the volume is for {@code other}. */
    public boolean isFor(Claim other) {
        return claim != null
                && claim.name().equals(other.name())
                && claim.namespace().equals(other.namespace())
                && (claim.uid().isEmpty() || claim.uid().equals(other.uid()));
    }

    /**
     * Why it cannot be told what it is to the CSI driver that took over on a node, in kube-scheduler's words, or null.
     */
    public @Nullable String translationErrorOn(@Nullable CsiNode csiNode) {
        return inTree != null && inTree.error() != null && isMigratedOn(csiNode)
                ? "could not translate pv: " + inTree.error()
                : null;
    }

    /** Whether its in-tree plugin was replaced by a CSI driver on a node. */
    private boolean isMigratedOn(@Nullable CsiNode csiNode) {
        return inTree != null
                && csiNode != null
                && csiNode.migratedPlugins().contains(inTree.plugin().pluginName());
    }

    /**
     * The nodes that reach it, or null where all do.
     *
     * @param csiNode what the drivers say of the node in question, or null
     */
    private @Nullable NodeSelector affinityOn(@Nullable CsiNode csiNode) {
        return inTree != null && isMigratedOn(csiNode)
                ? InTreeTopology.translated(inTree.plugin(), labels, nodeAffinity)
                : nodeAffinity;
    }

    /**
     * Whether the node reaches it.
     *
     * @param csiNode what the drivers say of the node, or null
     */
    public boolean isReachableFrom(Node node, @Nullable CsiNode csiNode) {
        NodeSelector affinity = affinityOn(csiNode);
        return affinity == null || affinity.matches(node);
    }

    /** This volume for a claim. */
    public PersistentVolume withClaim(Claim owner) {
        return new PersistentVolume(
                name,
                resourceVersion,
                labels,
                capacity,
                className,
                accessModes,
                volumeMode,
                attributesClass,
                terminating,
                phase,
                new ClaimRef(owner.namespace(), owner.name(), owner.uid()),
                nodeAffinity,
                csiDriver,
                csiHandle,
                inTree);
    }
}
