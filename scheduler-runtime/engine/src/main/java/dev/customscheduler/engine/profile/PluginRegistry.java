package dev.customscheduler.engine.profile;

import dev.customscheduler.engine.plugins.BuiltInPlugins;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The plugins that there are, by name. A default plugin of kube-scheduler that is not built in yet is known as missing:
 * profiles may name it, and a pod that needs it stays pending.
 */
public final class PluginRegistry {
    private final Map<String, PluginFactory> factories;
    private final Map<String, PodNeed> missing;

    private PluginRegistry(Map<String, PluginFactory> factories, Map<String, PodNeed> missing) {
        this.factories = factories;
        this.missing = missing;
    }

    /** The plugins that are built in. */
    public static PluginRegistry builtIn() {
        return new PluginRegistry(BuiltInPlugins.factories(), BuiltInPlugins.missing());
    }

    /** These plugins and one more; it takes the place of one of the same name. */
    public PluginRegistry with(String name, PluginFactory factory) {
        Map<String, PluginFactory> more = new HashMap<>(factories);
        more.put(name, factory);
        Map<String, PodNeed> fewer = new HashMap<>(missing);
        fewer.remove(name);
        return new PluginRegistry(more, fewer);
    }

    /** The default plugins that are not built in. */
    public Set<String> missing() {
        return Set.copyOf(missing.keySet());
    }

    /** The names of the plugins that there are. */
    public Set<String> names() {
        return Set.copyOf(factories.keySet());
    }

    @Nullable
    PluginFactory factory(String name) {
        return factories.get(name);
    }

    @Nullable
    PodNeed need(String missingPlugin) {
        return missing.get(missingPlugin);
    }
}
