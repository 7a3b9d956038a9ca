package dev.customscheduler.config.args;

import java.util.List;

/**
 * Arguments of PodTopologySpread.
 *
 * @param defaultConstraints for pods that have none, where defaultingType is List
 * @param defaultingType System or List
 */
public record PodTopologySpreadArgs(List<TopologySpreadConstraint> defaultConstraints, String defaultingType)
        implements PluginArgs {
    public PodTopologySpreadArgs {
        defaultConstraints = List.copyOf(defaultConstraints);
    }

    @Override
    public String kind() {
        return "PodTopologySpreadArgs";
    }
}
