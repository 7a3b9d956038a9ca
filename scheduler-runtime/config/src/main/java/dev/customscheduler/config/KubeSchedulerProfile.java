package dev.customscheduler.config;

import dev.customscheduler.config.args.PluginArgs;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One profile, defaulted.
 *
 * @param schedulerName what pods name in {@code spec.schedulerName}
 * @param percentageOfNodesToScore the profile's own percentage; empty leaves it to the configuration's
 * @param plugins the default plugins merged with the profile's own sets
 * @param pluginConfig arguments, those written first, then the defaults of the other plugins that take any
 */
public record KubeSchedulerProfile(
        String schedulerName, OptionalInt percentageOfNodesToScore, Plugins plugins, List<PluginConfig> pluginConfig) {
    public KubeSchedulerProfile {
        pluginConfig = List.copyOf(pluginConfig);
    }

    /** The arguments of that plugin, if there are any. */
    public Optional<PluginArgs> args(String plugin) {
        for (PluginConfig config : pluginConfig) {
            if (config.name().equals(plugin)) {
                return Optional.of(config.args());
            }
        }
        return Optional.empty();
    }
}
