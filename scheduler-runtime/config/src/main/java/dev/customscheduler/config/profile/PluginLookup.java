package dev.customscheduler.config.profile;

import com.fasterxml.jackson.databind.JsonNode;
import dev.customscheduler.config.ExtensionPoint;
import dev.customscheduler.config.Target;
import dev.customscheduler.config.args.UnknownArgs;
import dev.customscheduler.config.catalog.PluginCatalog;
import dev.customscheduler.config.decode.ArgsDecoder;
import dev.customscheduler.config.decode.ArgsDraft;
import dev.customscheduler.config.decode.Names;
import dev.customscheduler.config.decode.ProfileDraft;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which plugins there are for one profile: those built in, those that were added, and those that its pluginConfig
 * defines.
 */
final class PluginLookup {
    private static final Set<ExtensionPoint> EXPRESSIONS = EnumSet.of(ExtensionPoint.FILTER, ExtensionPoint.SCORE);

    private final Target target;
    private final PluginCatalog catalog;
    private final Map<String, Set<ExtensionPoint>> defined = new HashMap<>();

    PluginLookup(Target target, PluginCatalog catalog, ProfileDraft profile) {
        this.target = target;
        this.catalog = catalog;
        if (target.isBundled()) {
            profile.pluginConfig().forEach(this::define);
        }
    }

    private void define(ArgsDraft config) {
        if (config.args() instanceof UnknownArgs args && args.apiVersion().equals(ArgsDecoder.OWN_API_VERSION)) {
            switch (args.kind()) {
                case "CELPluginArgs" -> defined.put(config.name(), expressionPoints(args.raw()));
                case "WasmPluginArgs", "JavaPluginArgs" -> defined.put(config.name(), Set.of());
                default -> {
                    return;
                }
            }
        }
    }

    private static Set<ExtensionPoint> expressionPoints(JsonNode args) {
        EnumSet<ExtensionPoint> points = EnumSet.noneOf(ExtensionPoint.class);
        for (ExtensionPoint point : EXPRESSIONS) {
            if (args.hasNonNull(point.field())) {
                points.add(point);
            }
        }
        return points.isEmpty() ? EXPRESSIONS : points;
    }

    boolean exists(String plugin) {
        return catalog.has(plugin) || target.added().containsKey(plugin) || defined.containsKey(plugin);
    }

    /** Whether the plugin implements that point; null if nobody knows before it is loaded. */
    @Nullable
    Boolean implementsPoint(String plugin, ExtensionPoint point) {
        Set<ExtensionPoint> points = points(plugin);
        return points.isEmpty() ? null : points.contains(point);
    }

    private Set<ExtensionPoint> points(String plugin) {
        if (catalog.has(plugin)) {
            return catalog.points(plugin);
        }
        return target.added().getOrDefault(plugin, defined.getOrDefault(plugin, Set.of()));
    }

    /** The points of a plugin, for a message. */
    String describePoints(String plugin) {
        StringBuilder out = new StringBuilder();
        points(plugin).forEach(point -> out.append(out.isEmpty() ? "" : ", ").append(point.field()));
        return out.toString();
    }

    /** Why there is no such plugin, and what to do. */
    String missing(String plugin) {
        String what = "plugin \"" + plugin + "\" does not exist in " + describeTarget();
        String successor = RemovedPlugins.successor(plugin);
        if (catalog.removedAfter(plugin).isPresent()) {
            return what + ": it was removed after "
                    + catalog.removedAfter(plugin).get() + "; " + successor;
        }
        if (!successor.isEmpty()) {
            return what + ": it was removed; " + successor;
        }
        if (catalog.addedIn(plugin).isPresent()) {
            return what + ": it came with Kubernetes " + catalog.addedIn(plugin).get();
        }
        String near = Names.didYouMean(plugin, names());
        if (!near.isEmpty()) {
            return what + near;
        }
        return what
                + (target.isBundled()
                        ? ": it is not built in, no jar of a plugin volume has it, and no pluginConfig args of kind CELPluginArgs or"
                                + " WasmPluginArgs define it"
                        : ": it is not built in; remove it, run an image that has it compiled in, or define it by pluginConfig args of kind"
                                + " CELPluginArgs for the Bundled runtime");
    }

    /** The name that was probably meant, for a message. */
    String didYouMean(String plugin) {
        return Names.didYouMean(plugin, names());
    }

    private Set<String> names() {
        Set<String> names = new TreeSet<>(catalog.names());
        names.addAll(target.added().keySet());
        names.addAll(defined.keySet());
        return names;
    }

    String describeTarget() {
        return target.isBundled() ? "the Bundled runtime" : "kube-scheduler " + target.version();
    }
}
