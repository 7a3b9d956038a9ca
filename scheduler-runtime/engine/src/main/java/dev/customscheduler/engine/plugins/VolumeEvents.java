package dev.customscheduler.engine.plugins;

import dev.customscheduler.engine.objects.Claim;
import dev.customscheduler.engine.objects.CsiObjects.Capacity;
import dev.customscheduler.engine.objects.CsiObjects.CsiDriver;
import dev.customscheduler.engine.objects.CsiObjects.CsiNode;
import dev.customscheduler.engine.objects.StorageClass;
import dev.customscheduler.framework.ClusterEvent.Action;
import dev.customscheduler.framework.ClusterEvent.Resource;
import dev.customscheduler.framework.ClusterEventWithHint;
import java.util.List;

/** Which events may let a pod in that VolumeBinding refused. */
final class VolumeEvents {
    private VolumeEvents() {}

    static List<ClusterEventWithHint> all() {
        return List.of(
                ClusterEventWithHint.of(
                        Resource.STORAGE_CLASS,
                        Action.ADD | Action.UPDATE,
                        (pod, before, after) -> !(before instanceof StorageClass then)
                                || !(after instanceof StorageClass now)
                                || !then.allowedTopologies().equals(now.allowedTopologies())),
                ClusterEventWithHint.of(
                        Resource.PERSISTENT_VOLUME_CLAIM,
                        Action.ADD | Action.UPDATE,
                        (pod, before, after) -> after instanceof Claim c
                                && c.namespace().equals(pod.namespace())
                                && PodClaims.names(pod).contains(c.name())),
                ClusterEventWithHint.of(Resource.PERSISTENT_VOLUME, Action.ADD | Action.UPDATE),
                ClusterEventWithHint.of(Resource.NODE, Action.ADD | Action.UPDATE_NODE_LABEL),
                ClusterEventWithHint.of(
                        Resource.CSI_NODE,
                        Action.ADD | Action.UPDATE,
                        (pod, before, after) -> !(before instanceof CsiNode then)
                                || !(after instanceof CsiNode now)
                                || !then.migratedPlugins().equals(now.migratedPlugins())),
                ClusterEventWithHint.of(
                        Resource.CSI_DRIVER,
                        Action.UPDATE,
                        (pod, before, after) -> before instanceof CsiDriver then
                                && after instanceof CsiDriver now
                                && then.storageCapacity()
                                && !now.storageCapacity()),
                ClusterEventWithHint.of(
                        Resource.CSI_STORAGE_CAPACITY,
                        Action.ADD | Action.UPDATE,
                        (pod, before, after) -> !(before instanceof Capacity then)
                                || !(after instanceof Capacity now)
                                || now.limit() > then.limit()));
    }
}
