package dev.customscheduler.config;

import java.util.List;

/** What one extension point enables and disables. */
public record PluginSet(List<Plugin> enabled, List<Plugin> disabled) {
    /** Neither enables nor disables anything. */
    public static final PluginSet EMPTY = new PluginSet(List.of(), List.of());

    public PluginSet {
        enabled = List.copyOf(enabled);
        disabled = List.copyOf(disabled);
    }

    /** Whether the disabled list holds that name. */
    public boolean disables(String name) {
        return disabled.stream().anyMatch(plugin -> plugin.name().equals(name));
    }

    /** Whether nothing is written in it. */
    public boolean isEmpty() {
        return enabled.isEmpty() && disabled.isEmpty();
    }
}
