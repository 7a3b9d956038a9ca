package dev.customscheduler.config;

import dev.customscheduler.config.args.PluginArgs;

/** The arguments of one plugin of a profile. */
public record PluginConfig(String name, PluginArgs args) {}
