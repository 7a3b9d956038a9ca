package dev.customscheduler.engine.plugins;

import dev.customscheduler.engine.profile.PluginFactory;
import dev.customscheduler.engine.profile.PodNeed;
import java.util.HashMap;
import java.util.Map;

/** The list of the plugins that are built in, and of kube-scheduler's default plugins that are not. */
public final class BuiltInPlugins {
    private BuiltInPlugins() {}

    /** The factories by name. */
    public static Map<String, PluginFactory> factories() {
        Map<String, PluginFactory> all = new HashMap<>();
        all.put(PrioritySort.NAME, (args, context) -> new PrioritySort());
        all.put(SchedulingGates.NAME, (args, context) -> new SchedulingGates());
        all.put(NodeName.NAME, (args, context) -> new NodeName());
        all.put(NodeUnschedulable.NAME, (args, context) -> new NodeUnschedulable());
        all.put(TaintToleration.NAME, (args, context) -> new TaintToleration());
        all.put(NodeAffinityPlugin.NAME, (args, context) -> NodeAffinityPlugin.of(args));
        all.put(NodePorts.NAME, (args, context) -> new NodePorts());
        all.put(NodeResourcesFit.NAME, (args, context) -> NodeResourcesFit.of(args));
        all.put(BalancedAllocation.NAME, (args, context) -> BalancedAllocation.of(args));
        all.put(PodTopologySpread.NAME, PodTopologySpread::of);
        all.put(InterPodAffinity.NAME, InterPodAffinity::of);
        all.put(VolumeRestrictions.NAME, (args, context) -> new VolumeRestrictions(context));
        all.put(NodeVolumeLimits.NAME, (args, context) -> new NodeVolumeLimits(context));
        all.put(VolumeBinding.NAME, VolumeBinding::of);
        all.put(VolumeZone.NAME, (args, context) -> new VolumeZone(context));
        all.put(NodeDeclaredFeatures.NAME, (args, context) -> new NodeDeclaredFeatures());
        all.put(DynamicResources.NAME, (args, context) -> new DynamicResources());
        all.put(DefaultPreemption.NAME, DefaultPreemption::of);
        all.put(ImageLocality.NAME, (args, context) -> new ImageLocality(context.handle()));
        all.put(
                DefaultBinder.NAME,
                (args, context) -> new DefaultBinder(context.handle().cluster()));
        return Map.copyOf(all);
    }

    /** kube-scheduler's default plugins that are not built in, and what in a pod needs each. */
    public static Map<String, PodNeed> missing() {
        Map<String, PodNeed> all = new HashMap<>();
        all.put("GangScheduling", pod -> pod.spec().schedulingGroup().isEmpty() ? null : "spec.schedulingGroup");
        return Map.copyOf(all);
    }
}
