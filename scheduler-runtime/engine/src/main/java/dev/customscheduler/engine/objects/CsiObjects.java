package dev.customscheduler.engine.objects;

import dev.customscheduler.framework.model.LabelSelector;
import java.util.Map;
import java.util.Set;

/** What CSI drivers say of themselves, of nodes and of their storage. */
public final class CsiObjects {
    private CsiObjects() {}

    /**
     * A CSINode.
     *
     * @param name the node's name
     * @param limits the drivers on the node with the number of volumes that each can attach, -1 for no limit
     * @param migratedPlugins the in-tree volume plugins that drivers replaced on the node
     */
    public record CsiNode(String name, Map<String, Integer> limits, Set<String> migratedPlugins) {
        /** Whether some driver has a limit. */
        public boolean hasLimits() {
            for (int limit : limits.values()) {
                if (limit >= 0) {
                    return true;
                }
            }
            return false;
        }
    }

    /**
     * A CSIDriver.
     *
     * @param name the driver's name
     * @param storageCapacity whether it publishes its capacity
     * @param requiredOnNode whether pods with its volumes need it on their node
     */
    public record CsiDriver(String name, boolean storageCapacity, boolean requiredOnNode) {}

    /**
     * A CSIStorageCapacity.
     *
     * @param key its namespace and name
     * @param className the storage class
     * @param topology the nodes that reach it
     * @param limit the largest volume that can be made, in bytes; -1 where it is not known
     * @param capacity the bytes that are left
     */
    public record Capacity(String key, String className, LabelSelector topology, long limit, long capacity) {}

    /**
     * A VolumeAttachment.
     *
     * @param name its name
     * @param attacher the driver
     * @param node the node
     * @param volume the persistent volume, or the empty string
     */
    public record Attachment(String name, String attacher, String node, String volume) {}
}
