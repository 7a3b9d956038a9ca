package dev.customscheduler.config.profile;

import java.util.Map;

/** Plugins of older kube-schedulers, and what does their work today. */
final class RemovedPlugins {
    private static final String FIT = "use NodeResourcesFit with pluginConfig args scoringStrategy.type: ";

    private static final Map<String, String> SUCCESSORS = Map.ofEntries(
            Map.entry("NodeResourcesMostAllocated", FIT + "MostAllocated"),
            Map.entry("NodeResourcesLeastAllocated", FIT + "LeastAllocated"),
            Map.entry("RequestedToCapacityRatio", FIT + "RequestedToCapacityRatio"),
            Map.entry("EBSLimits", "NodeVolumeLimits serves, which is on by default"),
            Map.entry("GCEPDLimits", "NodeVolumeLimits serves, which is on by default"),
            Map.entry("AzureDiskLimits", "NodeVolumeLimits serves, which is on by default"),
            Map.entry("CinderLimits", "NodeVolumeLimits serves, which is on by default"),
            Map.entry("SelectorSpread", "PodTopologySpread serves, whose system defaults spread as it did"),
            Map.entry("DefaultPodTopologySpread", "PodTopologySpread serves, which is on by default"),
            Map.entry("NodeLabel", "use NodeAffinity with pluginConfig args addedAffinity"),
            Map.entry("ServiceAffinity", "use inter-pod affinity in the pods"),
            Map.entry("NodePreferAvoidPods", "taint the nodes with PreferNoSchedule"));

    private RemovedPlugins() {}

    /** What to do instead; empty if no such plugin was ever known. */
    static String successor(String plugin) {
        return SUCCESSORS.getOrDefault(plugin, "");
    }
}
