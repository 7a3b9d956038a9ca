package dev.customscheduler.engine.plugins;

import dev.customscheduler.engine.objects.Claim;
import dev.customscheduler.engine.objects.CsiObjects.CsiNode;
import dev.customscheduler.framework.ClusterEvent.Action;
import dev.customscheduler.framework.ClusterEvent.Resource;
import dev.customscheduler.framework.ClusterEventWithHint;
import dev.customscheduler.framework.model.Pod;
import dev.customscheduler.framework.model.Volume;
import java.util.List;
import java.util.Map;

/** Which events may let a pod in that NodeVolumeLimits refused. */
final class VolumeLimitEvents {
    private static final int NO_LIMIT = -1;

    private VolumeLimitEvents() {}

    static List<ClusterEventWithHint> all() {
        return List.of(
                ClusterEventWithHint.of(Resource.CSI_NODE, Action.ADD),
                // A node without a CSINode has no limits. kube-scheduler does not listen to that.
                ClusterEventWithHint.of(Resource.CSI_NODE, Action.DELETE),
                ClusterEventWithHint.of(
                        Resource.CSI_NODE,
                        Action.UPDATE,
                        (pod, before, after) -> !(before instanceof CsiNode then)
                                || !(after instanceof CsiNode now)
                                || isRaised(then, now)),
                ClusterEventWithHint.of(
                        Resource.ASSIGNED_POD,
                        Action.DELETE,
                        (pod, before, after) -> before instanceof Pod gone && mayHaveCounted(gone)),
                ClusterEventWithHint.of(
                        Resource.PERSISTENT_VOLUME_CLAIM,
                        Action.ADD,
                        (pod, before, after) -> after instanceof Claim c
                                && c.namespace().equals(pod.namespace())
                                && PodClaims.names(pod).contains(c.name())),
                ClusterEventWithHint.of(
                        Resource.VOLUME_ATTACHMENT, Action.DELETE, (pod, before, after) -> mayHaveCounted(pod)));
    }

    /**
     * Whether a driver may attach more than before; a limit that is taken away, which kube-scheduler overlooks, too.
     */
    private static boolean isRaised(CsiNode then, CsiNode now) {
        for (Map.Entry<String, Integer> limit : now.limits().entrySet()) {
            int before = then.limits().getOrDefault(limit.getKey(), 0);
            int after = limit.getValue();
            boolean freed =
                    after == NO_LIMIT && before != NO_LIMIT && then.limits().containsKey(limit.getKey());
            if (freed || after > Math.max(before, 0)) {
                return true;
            }
        }
        return false;
    }

    private static boolean mayHaveCounted(Pod pod) {
        List<Volume> volumes = pod.spec().volumes();
        for (int i = 0; i < volumes.size(); i++) {
            switch (volumes.get(i).kind()) {
                case PersistentVolumeClaim,
                        Ephemeral,
                        AwsElasticBlockStore,
                        AzureDisk,
                        AzureFile,
                        Cinder,
                        GcePersistentDisk,
                        Portworx,
                        Vsphere -> {
                    return true;
                }
                default -> {}
            }
        }
        return false;
    }
}
