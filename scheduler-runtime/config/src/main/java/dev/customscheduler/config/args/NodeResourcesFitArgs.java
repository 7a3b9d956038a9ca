package dev.customscheduler.config.args;

import java.util.List;

/** Arguments of NodeResourcesFit. */
public record NodeResourcesFitArgs(
        List<String> ignoredResources, List<String> ignoredResourceGroups, ScoringStrategy scoringStrategy)
        implements PluginArgs {
    public NodeResourcesFitArgs {
        ignoredResources = List.copyOf(ignoredResources);
        ignoredResourceGroups = List.copyOf(ignoredResourceGroups);
    }

    @Override
    public String kind() {
        return "NodeResourcesFitArgs";
    }
}
