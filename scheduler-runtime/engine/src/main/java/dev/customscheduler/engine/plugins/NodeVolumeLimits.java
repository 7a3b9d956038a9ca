package dev.customscheduler.engine.plugins;

import dev.customscheduler.engine.objects.Claim;
import dev.customscheduler.engine.objects.CsiObjects.Attachment;
import dev.customscheduler.engine.objects.CsiObjects.CsiDriver;
import dev.customscheduler.engine.objects.CsiObjects.CsiNode;
import dev.customscheduler.engine.objects.InTreePlugin;
import dev.customscheduler.engine.objects.InTreeVolume;
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
import dev.customscheduler.framework.model.Volume;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the volumes that a CSI driver attaches to a node below the driver's limit. A volume counts once, however many
 * pods use it; what is attached without a pod counts too. In-tree volumes count as those of the driver that took over.
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
        return PodClaims.any(pod) || anyInTree(pod) ? PreFilterResult.allNodes() : PreFilterResult.skip();
    }

    private static boolean anyInTree(Pod pod) {
        List<Volume> volumes = pod.spec().volumes();
        for (int i = 0; i < volumes.size(); i++) {
            if (InTreePlugin.of(volumes.get(i).kind()) != null) {
                return true;
            }
        }
        return false;
    }

    @Override
    public Status filter(CycleState state, Pod pod, NodeInfo node) {
        CsiNode csiNode = context.objects().storage().csiNode(node.name());
        Map<String, String> wanted = new TreeMap<>();
        Status counted = volumes(pod, csiNode, true, wanted);
        if (!counted.isSuccess() || wanted.isEmpty()) {
            return counted;
        }
        for (String driver : wanted.values()) {
            CsiDriver d = context.objects().storage().csiDriver(driver);
            if (d != null
                    && d.requiredOnNode()
                    && (csiNode == null || !csiNode.limits().containsKey(driver))) {
                return Status.unschedulable(NAME, driver + " CSI driver is not installed on the node");
            }
        }
        return csiNode == null || !csiNode.hasLimits() ? Status.success() : withinLimits(wanted, node, csiNode);
    }

    private Status withinLimits(Map<String, String> wanted, NodeInfo node, CsiNode csiNode) {
        Map<String, String> attached = new HashMap<>();
        for (int i = 0; i < node.podCount(); i++) {
            Pod other = node.pod(i);
            if (!other.spec().volumes().isEmpty()) {
                Status counted = volumes(other, csiNode, false, attached);
                if (!counted.isSuccess()) {
                    return counted;
                }
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
                return FULL;
            }
        }
        return Status.success();
    }

    /** Puts the pod's volumes with their drivers into {@code into}. A pod that is to be placed needs all its claims. */
    private Status volumes(Pod pod, @Nullable CsiNode csiNode, boolean all, Map<String, String> into) {
        for (Volume v : pod.spec().volumes()) {
            String name = PodClaims.name(pod, v);
            if (name == null) {
                InTreeVolume inTree = csiNode == null ? null : InTreeVolume.of(v);
                if (inTree != null && inTree.error() != null) {
                    return Status.error(
                            NAME, "converting volume(" + v.name() + ") from inline to csi: " + inTree.error());
                }
                if (inTree != null) {
                    put(inTree.plugin().driver(), inTree.handle(), into);
                }
                continue;
            }
            Claim claim = context.objects().storage().claim(pod.namespace(), name);
            if (claim != null) {
                if (v.kind() == Volume.Kind.Ephemeral && !claim.owner().equals(pod.uid())) {
                    return Status.error(NAME, PodClaims.notOwner(pod, name));
                }
                claimed(claim, csiNode, into);
            } else if (all) {
                return Status.unresolvable(
                        NAME, "looking up PVC " + pod.namespace() + "/" + name + ": " + PodClaims.notFound(name));
            }
        }
        return Status.success();
    }

    private static void put(String driver, String handle, Map<String, String> into) {
        into.put(driver + "/" + handle, driver);
    }

    private void claimed(Claim claim, @Nullable CsiNode csiNode, Map<String, String> into) {
        StorageObjects storage = context.objects().storage();
        PersistentVolume volume = claim.volumeName().isEmpty() ? null : storage.volume(claim.volumeName());
        if (volume != null) {
            InTreeVolume inTree = csiNode == null ? null : volume.inTree();
            if (!volume.csiDriver().isEmpty() && !volume.csiHandle().isEmpty()) {
                put(volume.csiDriver(), volume.csiHandle(), into);
            } else if (inTree != null && !inTree.handle().isEmpty()) {
                put(inTree.plugin().driver(), inTree.handle(), into);
            }
            return;
        }
        StorageClass storageClass = storage.storageClass(claim.className());
        if (storageClass == null || storageClass.provisioner().isEmpty()) {
            return;
        }
        String driver = storageClass.provisioner();
        if (InTreePlugin.isProvisioner(driver)) {
            InTreePlugin plugin = InTreePlugin.named(driver);
            if (plugin == null || csiNode == null) {
                return;
            }
            driver = plugin.driver();
        }
        put(driver, "to-be-made-for/" + claim.key(), into);
    }

    @Override
    public List<ClusterEventWithHint> eventsToRegister() {
        return VolumeLimitEvents.all();
    }
}
