package dev.customscheduler.engine.plugins;

import dev.customscheduler.engine.objects.Claim;
import dev.customscheduler.engine.objects.CsiObjects.Attachment;
import dev.customscheduler.engine.objects.CsiObjects.CsiDriver;
import dev.customscheduler.engine.objects.CsiObjects.CsiNode;
import dev.customscheduler.engine.objects.PersistentVolume;
import dev.customscheduler.engine.objects.StorageClass;
import dev.customscheduler.engine.objects.StorageObjects;
import dev.customscheduler.engine.profile.PluginContext;
import dev.customscheduler.framework.ClusterEventWithHint;
import dev.customscheduler.framework.CycleState;
import dev.customscheduler.framework.EnqueueExtensions;
import dev.customscheduler.framework.FilterPlugin;
import dev.customscheduler.framework.NodeInfo;
import dev.customscheduler.framework.PreFilterPlugin;
import dev.customscheduler.framework.PreFilterResult;
import dev.customscheduler.framework.Status;
import dev.customscheduler.framework.model.Pod;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the volumes that a CSI driver attaches to a node below the driver's limit. A volume counts once, however many
 * pods use it; what is attached without a pod counts too. In-tree volumes that were migrated to CSI are not counted.
 */
public final class NodeVolumeLimits implements PreFilterPlugin, FilterPlugin, EnqueueExtensions {
    /** The plugin's name. */
    public static final String NAME = "NodeVolumeLimits";

    private static final Status FULL = Status.unschedulable(NAME, "node(s) exceed max volume count");

    private final PluginContext context;

    /** The plugin. */
    public NodeVolumeLimits(PluginContext context) {
        this.context = context;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public PreFilterResult preFilter(CycleState state, Pod pod, List<NodeInfo> nodes) {
        return PodClaims.any(pod) ? PreFilterResult.allNodes() : PreFilterResult.skip();
    }

    @Override
    public Status filter(CycleState state, Pod pod, NodeInfo node) {
        Map<String, String> wanted = new TreeMap<>();
        String missing = volumes(pod, wanted);
        if (missing != null) {
            return Status.unresolvable(
                    NAME, "looking up PVC " + pod.namespace() + "/" + missing + ": " + PodClaims.notFound(missing));
        }
        if (wanted.isEmpty()) {
            return Status.success();
        }
        CsiNode csiNode = context.objects().storage().csiNode(node.name());
        for (String driver : wanted.values()) {
            CsiDriver d = context.objects().storage().csiDriver(driver);
            if (d != null
                    && d.requiredOnNode()
                    && (csiNode == null || !csiNode.limits().containsKey(driver))) {
                return Status.unschedulable(NAME, driver + " CSI driver is not installed on the node");
            }
        }
        return csiNode == null || withinLimits(wanted, node, csiNode) ? Status.success() : FULL;
    }

    private boolean withinLimits(Map<String, String> wanted, NodeInfo node, CsiNode csiNode) {
        Map<String, String> attached = new HashMap<>();
        for (int i = 0; i < node.podCount(); i++) {
            Pod other = node.pod(i);
            if (!other.spec().volumes().isEmpty()) {
                volumes(other, attached);
            }
        }
        // A volume that is attached here without a pod counts twice, as in kube-scheduler: as attached, and as new.
        Map<String, Integer> more = new HashMap<>();
        wanted.forEach((volume, driver) -> {
            if (!attached.containsKey(volume)) {
                more.merge(driver, 1, Integer::sum);
            }
        });
        for (Attachment a : context.objects().storage().attachments(node.name())) {
            PersistentVolume volume = context.objects().storage().volume(a.volume());
            if (volume != null && !volume.csiDriver().isEmpty() && !a.attacher().isEmpty()) {
                attached.put(a.attacher() + "/" + volume.csiHandle(), a.attacher());
            }
        }
        Map<String, Integer> counts = new HashMap<>();
        attached.values().forEach(driver -> counts.merge(driver, 1, Integer::sum));
        for (Map.Entry<String, Integer> e : more.entrySet()) {
            int limit = csiNode.limits().getOrDefault(e.getKey(), -1);
            if (limit >= 0 && counts.getOrDefault(e.getKey(), 0) + e.getValue() > limit) {
                return false;
            }
        }
        return true;
    }

    /**
     * Puts the pod's volumes with their drivers into {@code into}. Gives the name of a claim that is not there, or
     * null.
     */
    private @Nullable String volumes(Pod pod, Map<String, String> into) {
        String missing = null;
        StorageObjects storage = context.objects().storage();
        for (String name : PodClaims.names(pod)) {
            Claim claim = storage.claim(pod.namespace(), name);
            if (claim == null) {
                missing = missing == null ? name : missing;
                continue;
            }
            PersistentVolume volume = claim.volumeName().isEmpty() ? null : storage.volume(claim.volumeName());
            if (volume != null) {
                if (!volume.csiDriver().isEmpty()) {
                    into.put(volume.csiDriver() + "/" + volume.csiHandle(), volume.csiDriver());
                }
                continue;
            }
            StorageClass storageClass = storage.storageClass(claim.className());
            if (storageClass != null && !storageClass.provisioner().isEmpty()) {
                into.put(storageClass.provisioner() + "/to-be-made-for/" + claim.key(), storageClass.provisioner());
            }
        }
        return missing;
    }

    @Override
    public List<ClusterEventWithHint> eventsToRegister() {
        return VolumeLimitEvents.all();
    }
}
