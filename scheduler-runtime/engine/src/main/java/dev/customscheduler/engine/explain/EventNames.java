package dev.customscheduler.engine.explain;

import dev.customscheduler.framework.ClusterEvent;
import dev.customscheduler.framework.ClusterEvent.Action;
import dev.customscheduler.framework.ClusterEvent.Resource;
import java.util.ArrayList;
import java.util.List;

/** Events by kube-scheduler's names: the kind of object, a slash, what happened to it. */
final class EventNames {
    private EventNames() {}

    /** One name for each thing that may happen. */
    static List<String> of(ClusterEvent event) {
        String kind = kind(event.resource());
        int actions = event.actions();
        if (actions == Action.ALL) {
            return List.of(kind + "/*");
        }
        List<String> names = new ArrayList<>();
        add(names, kind, actions, Action.ADD, "Add");
        add(names, kind, actions, Action.DELETE, "Delete");
        if ((actions & Action.UPDATE) == Action.UPDATE) {
            names.add(kind + "/Update");
            return names;
        }
        add(names, kind, actions, Action.UPDATE_NODE_ALLOCATABLE, "UpdateNodeAllocatable");
        add(names, kind, actions, Action.UPDATE_NODE_LABEL, "UpdateNodeLabel");
        add(names, kind, actions, Action.UPDATE_NODE_TAINT, "UpdateNodeTaint");
        add(names, kind, actions, Action.UPDATE_NODE_CONDITION, "UpdateNodeCondition");
        add(names, kind, actions, Action.UPDATE_NODE_ANNOTATION, "UpdateNodeAnnotation");
        add(names, kind, actions, Action.UPDATE_NODE_DECLARED_FEATURE, "UpdateNodeDeclaredFeature");
        add(names, kind, actions, Action.UPDATE_POD_LABEL, "UpdatePodLabel");
        add(names, kind, actions, Action.UPDATE_POD_SCALE_DOWN, "UpdatePodScaleDown");
        add(names, kind, actions, Action.UPDATE_POD_SCALE_UP, "UpdatePodScaleUp");
        add(names, kind, actions, Action.UPDATE_POD_TOLERATION, "UpdatePodToleration");
        add(names, kind, actions, Action.UPDATE_POD_GATES_ELIMINATED, "UpdatePodSchedulingGatesEliminated");
        add(names, kind, actions, Action.UPDATE_POD_RESOURCE_CLAIM, "UpdatePodGeneratedResourceClaim");
        add(names, kind, actions, Action.UPDATE_OTHER, "UpdateOther");
        return names;
    }

    private static void add(List<String> names, String kind, int actions, int action, String name) {
        if ((actions & action) != 0) {
            names.add(kind + "/" + name);
        }
    }

    private static String kind(Resource resource) {
        return switch (resource) {
            case WILDCARD -> "*";
            case ASSIGNED_POD -> "AssignedPod";
            case TARGET_POD -> "TargetPod";
            case UNSCHEDULED_POD -> "UnscheduledPod";
            case NODE -> "Node";
            case PERSISTENT_VOLUME -> "PersistentVolume";
            case PERSISTENT_VOLUME_CLAIM -> "PersistentVolumeClaim";
            case STORAGE_CLASS -> "StorageClass";
            case CSI_NODE -> "CSINode";
            case CSI_DRIVER -> "CSIDriver";
            case CSI_STORAGE_CAPACITY -> "CSIStorageCapacity";
            case VOLUME_ATTACHMENT -> "VolumeAttachment";
            case RESOURCE_CLAIM -> "ResourceClaim";
            case RESOURCE_SLICE -> "ResourceSlice";
            case DEVICE_CLASS -> "DeviceClass";
            case OWNER -> "Workload";
            case NAMESPACE -> "Namespace";
            case DISRUPTION_BUDGET -> "PodDisruptionBudget";
        };
    }
}
