package dev.customscheduler.config.args;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Arguments whose type this library does not know, kept as they are: those of plugins compiled into a kube-scheduler,
 * and those that define a plugin (CELPluginArgs, WasmPluginArgs, JavaPluginArgs).
 *
 * @param apiVersion empty if not written; likewise kind
 * @param raw any JSON value; must not be modified
 */
public record UnknownArgs(String apiVersion, String kind, JsonNode raw) implements PluginArgs {}
