package dev.customscheduler.engine.plugins;

import dev.customscheduler.engine.profile.PluginFactory;
import dev.customscheduler.engine.profile.PodNeed;
import dev.customscheduler.framework.model.Pod;
import dev.customscheduler.framework.model.Volume;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The list of the plugins that are built in, and of kube-scheduler's default plugins that are not. */
public final class BuiltInPlugins {
    private BuiltInPlugins() {}

    /** The factories by name. */
    public static Map<String, PluginFactory> factories() {
        Map<String, PluginFactory> all = new HashMap<>();
        all.put(PrioritySort.NAME, (args, handle) -> new PrioritySort());
        all.put(SchedulingGates.NAME, (args, handle) -> new SchedulingGates());
        all.put(NodeName.NAME, (args, handle) -> new NodeName());
        all.put(NodeUnschedulable.NAME, (args, handle) -> new NodeUnschedulable());
        all.put(TaintToleration.NAME, (args, handle) -> new TaintToleration());
        all.put(NodeAffinityPlugin.NAME, (args, handle) -> NodeAffinityPlugin.of(args));
        all.put(NodePorts.NAME, (args, handle) -> new NodePorts());
        all.put(NodeResourcesFit.NAME, (args, handle) -> NodeResourcesFit.of(args));
        all.put(BalancedAllocation.NAME, (args, handle) -> BalancedAllocation.of(args));
        all.put(ImageLocality.NAME, (args, handle) -> new ImageLocality(handle));
        all.put(DefaultBinder.NAME, (args, handle) -> new DefaultBinder(handle.cluster()));
        return Map.copyOf(all);
    }

    /** kube-scheduler's default plugins that are not built in, and what in a pod needs each. */
    public static Map<String, PodNeed> missing() {
        Map<String, PodNeed> all = new HashMap<>();
        all.put(
                "PodTopologySpread",
                pod -> pod.spec().topologySpreadConstraints().isEmpty() ? null : "spec.topologySpreadConstraints");
        all.put("InterPodAffinity", BuiltInPlugins::podAffinity);
        all.put("VolumeRestrictions", BuiltInPlugins::constrainedVolume);
        all.put("NodeVolumeLimits", BuiltInPlugins::constrainedVolume);
        all.put("VolumeBinding", BuiltInPlugins::constrainedVolume);
        all.put("VolumeZone", BuiltInPlugins::constrainedVolume);
        all.put("DynamicResources", pod -> pod.spec().resourceClaims().isEmpty() ? null : "spec.resourceClaims");
        all.put("DefaultPreemption", pod -> null);
        all.put("NodeDeclaredFeatures", pod -> null);
        all.put("GangScheduling", pod -> pod.spec().schedulingGroup().isEmpty() ? null : "spec.schedulingGroup");
        return Map.copyOf(all);
    }

    private static @Nullable String podAffinity(Pod pod) {
        if (!pod.spec().podAffinity().isEmpty()) {
            return "spec.affinity.podAffinity";
        }
        return pod.spec().podAntiAffinity().isEmpty() ? null : "spec.affinity.podAntiAffinity";
    }

    private static @Nullable String constrainedVolume(Pod pod) {
        for (Volume v : pod.spec().volumes()) {
            if (v.kind() != Volume.Kind.Image) {
                return "spec.volumes[" + v.name() + "]";
            }
        }
        return null;
    }
}
