package dev.customscheduler.framework;

/**
 * Something that happened in the cluster.
 *
 * @param resource to what kind of object
 * @param actions what happened, {@link Action} bits joined by {@code |}
 */
public record ClusterEvent(Resource resource, int actions) {

    /** Kinds of objects whose events may make a pod schedulable. */
    public enum Resource {
        /** Any of them. */
        WILDCARD,
        /** A pod that has a node. */
        ASSIGNED_POD,
        /** The very pod that waits. */
        TARGET_POD,
        /** A node. */
        NODE,
        /** A PersistentVolume. */
        PERSISTENT_VOLUME,
        /** A PersistentVolumeClaim. */
        PERSISTENT_VOLUME_CLAIM,
        /** A StorageClass. */
        STORAGE_CLASS,
        /** A CSINode. */
        CSI_NODE,
        /** A CSIDriver. */
        CSI_DRIVER,
        /** A CSIStorageCapacity. */
        CSI_STORAGE_CAPACITY,
        /** A VolumeAttachment. */
        VOLUME_ATTACHMENT,
        /** A ResourceClaim. */
        RESOURCE_CLAIM,
        /** A ResourceSlice. */
        RESOURCE_SLICE,
        /** A DeviceClass. */
        DEVICE_CLASS,
        /** A Service, or a controller that the default spread constraints ask about. */
        OWNER,
        /** A Namespace. */
        NAMESPACE,
        /** A PodDisruptionBudget. */
        DISRUPTION_BUDGET
    }

    /** What happened, as bits. */
    public static final class Action {
        /** The object is new. */
        public static final int ADD = 1;
        /** The object is gone. */
        public static final int DELETE = 1 << 1;
        /** A node's allocatable resources changed. */
        public static final int UPDATE_NODE_ALLOCATABLE = 1 << 2;
        /** A node's labels changed. */
        public static final int UPDATE_NODE_LABEL = 1 << 3;
        /** A node's taints, or its being cordoned, changed. */
        public static final int UPDATE_NODE_TAINT = 1 << 4;
        /** A node's declared features changed. */
        public static final int UPDATE_NODE_DECLARED_FEATURE = 1 << 5;
        /** A pod's labels changed. */
        public static final int UPDATE_POD_LABEL = 1 << 6;
        /** A pod asks for less. */
        public static final int UPDATE_POD_SCALE_DOWN = 1 << 7;
        /** A pod's tolerations changed. */
        public static final int UPDATE_POD_TOLERATION = 1 << 8;
        /** A pod lost its last scheduling gate. */
        public static final int UPDATE_POD_GATES_ELIMINATED = 1 << 9;
        /** A pod's resource claims changed. */
        public static final int UPDATE_POD_RESOURCE_CLAIM = 1 << 10;
        /** Something else of the object changed. */
        public static final int UPDATE_OTHER = 1 << 11;
        /** Anything of the object changed. */
        public static final int UPDATE = ((1 << 12) - 1) & ~(ADD | DELETE);
        /** Anything happened. */
        public static final int ALL = (1 << 12) - 1;

        private Action() {}
    }

    /** Whether this, as an interest, covers {@code event}. */
    public boolean covers(ClusterEvent event) {
        boolean kind =
                resource == Resource.WILDCARD || event.resource == Resource.WILDCARD || resource == event.resource;
        return kind && (actions & event.actions) != 0;
    }
}
