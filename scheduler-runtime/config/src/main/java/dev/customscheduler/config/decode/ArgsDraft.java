package dev.customscheduler.config.decode;

import dev.customscheduler.config.args.PluginArgs;
import dev.customscheduler.config.tree.Path;

/**
 * The arguments of one plugin.
 *
 * @param path of the pluginConfig entry; of the profile for defaults
 * @param written false for defaults
 */
public record ArgsDraft(String name, PluginArgs args, Path path, boolean written) {}
