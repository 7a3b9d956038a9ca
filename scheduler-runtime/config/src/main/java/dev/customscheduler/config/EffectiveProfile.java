package dev.customscheduler.config;

import dev.customscheduler.config.args.PluginArgs;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a profile comes to once MultiPoint is spread over the extension points: which plugins run where, in which order,
 * with which weight and arguments.
 *
 * @param points never holds {@link ExtensionPoint#MULTI_POINT}; a point without plugins has an empty list
 * @param args by plugin name, defaulted, with what the extenders' ignored resources overwrite
 */
public record EffectiveProfile(
        String schedulerName,
        OptionalInt percentageOfNodesToScore,
        Map<ExtensionPoint, List<EffectivePlugin>> points,
        Map<String, PluginArgs> args) {
    public EffectiveProfile {
        EnumMap<ExtensionPoint, List<EffectivePlugin>> copy = new EnumMap<>(ExtensionPoint.class);
        points.forEach((point, plugins) -> copy.put(point, List.copyOf(plugins)));
        points = Collections.unmodifiableMap(copy);
        args = Collections.unmodifiableMap(new LinkedHashMap<>(args));
    }

    /** The plugins that run at that point, in order. */
    public List<EffectivePlugin> at(ExtensionPoint point) {
        return points.getOrDefault(point, List.of());
    }

    /** The arguments of that plugin, if it takes any. */
    public Optional<PluginArgs> args(String plugin) {
        return Optional.ofNullable(args.get(plugin));
    }

    /** Every plugin that runs anywhere, by name. */
    public Set<String> plugins() {
        Set<String> names = new TreeSet<>();
        points.values().forEach(plugins -> plugins.forEach(plugin -> names.add(plugin.name())));
        return names;
    }
}
