package dev.customscheduler.framework;

/**
 * Something that happened in the cluster.
 *
 * @param resource to what kind of object
 * @param actions what happened: one {@link Action} bit in an event, several joined by {@code |} in an interest
 */
public record ClusterEvent(Resource resource, int actions) {

    /** Kinds of objects whose events may make a pod schedulable. */
    public enum Resource {
        /** Any of them. */
        WILDCARD("*"),
        /** A pod that has a node. */
        ASSIGNED_POD("AssignedPod"),
        /** The very pod that waits. */
        TARGET_POD("TargetPod"),
        /** A pod without a node. No plugin is told of it: the event only has a name. */
        UNSCHEDULED_POD("UnscheduledPod"),
        /** A node. */
        NODE("Node"),
        /** A PersistentVolume. */
        PERSISTENT_VOLUME("PersistentVolume"),
        /** A PersistentVolumeClaim. */
        PERSISTENT_VOLUME_CLAIM("PersistentVolumeClaim"),
        /** A StorageClass. */
        STORAGE_CLASS("storage.k8s.io/StorageClass"),
        /** A CSINode. */
        CSI_NODE("storage.k8s.io/CSINode"),
        /** A CSIDriver. */
        CSI_DRIVER("storage.k8s.io/CSIDriver"),
        /** A CSIStorageCapacity. */
        CSI_STORAGE_CAPACITY("storage.k8s.io/CSIStorageCapacity"),
        /** A VolumeAttachment. */
        VOLUME_ATTACHMENT("storage.k8s.io/VolumeAttachment"),
        /** A ResourceClaim. */
        RESOURCE_CLAIM("resource.k8s.io/ResourceClaim"),
        /** A ResourceSlice. */
        RESOURCE_SLICE("resource.k8s.io/ResourceSlice"),
        /** A DeviceClass. */
        DEVICE_CLASS("resource.k8s.io/DeviceClass"),
        /** A Service, or a controller that the default spread constraints ask about. */
        OWNER("Owner"),
        /** A Namespace. */
        NAMESPACE("Namespace"),
        /** A PodDisruptionBudget. */
        DISRUPTION_BUDGET("policy/PodDisruptionBudget");

        private final String label;

        Resource(String label) {
            this.label = label;
        }
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
        /** A node's taints changed, or it may take pods again. */
        public static final int UPDATE_NODE_TAINT = 1 << 4;
        /** The status of a node's condition changed. */
        public static final int UPDATE_NODE_CONDITION = 1 << 5;
        /** A node's annotations changed. */
        public static final int UPDATE_NODE_ANNOTATION = 1 << 6;
        /** A node's declared features changed. */
        public static final int UPDATE_NODE_DECLARED_FEATURE = 1 << 7;
        /** A pod's labels changed. */
        public static final int UPDATE_POD_LABEL = 1 << 8;
        /** A pod asks for less. */
        public static final int UPDATE_POD_SCALE_DOWN = 1 << 9;
        /** A pod asks for more. */
        public static final int UPDATE_POD_SCALE_UP = 1 << 10;
        /** A pod's tolerations changed. */
        public static final int UPDATE_POD_TOLERATION = 1 << 11;
        /** A pod lost its last scheduling gate. */
        public static final int UPDATE_POD_GATES_ELIMINATED = 1 << 12;
        /** A pod's resource claims changed. */
        public static final int UPDATE_POD_RESOURCE_CLAIM = 1 << 13;
        /** Something else of the object changed. */
        public static final int UPDATE_OTHER = 1 << 14;
        /** Anything of the object changed. */
        public static final int UPDATE = ((1 << 15) - 1) & ~(ADD | DELETE);
        /** Anything happened. */
        public static final int ALL = (1 << 15) - 1;

        private Action() {}

        private static String label(int action) {
            return switch (action) {
                case ADD -> "Add";
                case DELETE -> "Delete";
                case UPDATE_NODE_ALLOCATABLE -> "UpdateNodeAllocatable";
                case UPDATE_NODE_LABEL -> "UpdateNodeLabel";
                case UPDATE_NODE_TAINT -> "UpdateNodeTaint";
                case UPDATE_NODE_CONDITION -> "UpdateNodeCondition";
                case UPDATE_NODE_ANNOTATION -> "UpdateNodeAnnotation";
                case UPDATE_NODE_DECLARED_FEATURE -> "UpdateNodeDeclaredFeature";
                case UPDATE_POD_LABEL -> "UpdatePodLabel";
                case UPDATE_POD_SCALE_DOWN -> "UpdatePodScaleDown";
                case UPDATE_POD_SCALE_UP -> "UpdatePodScaleUp";
                case UPDATE_POD_TOLERATION -> "UpdatePodToleration";
                case UPDATE_POD_GATES_ELIMINATED -> "UpdatePodSchedulingGatesEliminated";
                case UPDATE_POD_RESOURCE_CLAIM -> "UpdatePodGeneratedResourceClaim";
                case UPDATE, UPDATE_OTHER -> "Update";
                case ALL -> "All";
                default -> "";
            };
        }
    }

    /** Whether this, as an interest, covers {@code event}. */
    public boolean covers(ClusterEvent event) {
        boolean kind = resource == Resource.WILDCARD || resource == event.resource;
        return kind && (actions & event.actions) != 0;
    }

    /** Whether it is anything at all happening to anything. */
    public boolean isWildcard() {
        return resource == Resource.WILDCARD && actions == Action.ALL;
    }

    /** kube-scheduler's name of the event in metrics and logs; empty after the resource where several are joined. */
    public String label() {
        return resource.label + Action.label(actions);
    }
}
