package dev.customscheduler.config.args;

/** The arguments of one plugin, defaulted. */
public sealed interface PluginArgs
        permits DefaultBinderArgs,
                DefaultPreemptionArgs,
                DynamicResourcesArgs,
                InterPodAffinityArgs,
                NodeAffinityArgs,
                NodeResourcesBalancedAllocationArgs,
                NodeResourcesFitArgs,
                PodTopologySpreadArgs,
                UnknownArgs,
                VolumeBindingArgs {
    /**
     * The {@code kind}, such as {@code NodeResourcesFitArgs}; empty if the arguments of an unknown plugin name none.
     */
    String kind();
}
