package dev.customscheduler.config.decode;

import dev.customscheduler.config.Plugin;
import dev.customscheduler.config.tree.Path;
import org.jspecify.annotations.Nullable;

/**
 * An entry of a plugin set.
 *
 * @param origin where the document has it; null for a default
 */
public record PluginDraft(String name, int weight, @Nullable Path origin) {
    /** A default. */
    public static PluginDraft of(Plugin plugin) {
        return new PluginDraft(plugin.name(), plugin.weight(), null);
    }

    /** Without the place. */
    public Plugin plugin() {
        return new Plugin(name, weight);
    }
}
