package dev.customscheduler.config.decode;

import dev.customscheduler.config.PluginSet;
import java.util.List;

/** A plugin set whose entries know where they were written. */
public record SetDraft(List<PluginDraft> enabled, List<PluginDraft> disabled) {
    /** Nothing written. */
    public static final SetDraft EMPTY = new SetDraft(List.of(), List.of());

    public SetDraft {
        enabled = List.copyOf(enabled);
        disabled = List.copyOf(disabled);
    }

    /** Whether the disabled list holds that name. */
    public boolean disables(String name) {
        return disabled.stream().anyMatch(entry -> entry.name().equals(name));
    }

    /** Without the places. */
    public PluginSet set() {
        return new PluginSet(
                enabled.stream().map(PluginDraft::plugin).toList(),
                disabled.stream().map(PluginDraft::plugin).toList());
    }
}
