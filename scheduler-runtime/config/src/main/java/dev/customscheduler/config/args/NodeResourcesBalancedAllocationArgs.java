package dev.customscheduler.config.args;

import java.util.List;

/** The resources whose use is to be balanced, each of weight 1. */
public record NodeResourcesBalancedAllocationArgs(List<ResourceSpec> resources) implements PluginArgs {
    public NodeResourcesBalancedAllocationArgs {
        resources = List.copyOf(resources);
    }

    @Override
    public String kind() {
        return "NodeResourcesBalancedAllocationArgs";
    }
}
