package dev.customscheduler.config.profile;

import dev.customscheduler.config.EffectivePlugin;
import dev.customscheduler.config.EffectiveProfile;
import dev.customscheduler.config.ExtensionPoint;
import dev.customscheduler.config.Target;
import dev.customscheduler.config.args.NodeResourcesFitArgs;
import dev.customscheduler.config.args.PluginArgs;
import dev.customscheduler.config.catalog.ApiVersion;
import dev.customscheduler.config.catalog.PluginCatalog;
import dev.customscheduler.config.decode.ArgsDecoder;
import dev.customscheduler.config.decode.ArgsDraft;
import dev.customscheduler.config.decode.Findings;
import dev.customscheduler.config.decode.PluginDraft;
import dev.customscheduler.config.decode.ProfileDraft;
import dev.customscheduler.config.decode.SetDraft;
import dev.customscheduler.config.tree.Path;
import dev.customscheduler.config.validation.PluginArgsValidation;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Does what kube-scheduler does when it constructs a profile's framework, and finds the errors that it finds only then.
 * At each point the order is: plugins listed there that MultiPoint has too, in the point's order; MultiPoint's; the
 * others listed there.
 */
public final class ProfileBuilder {
    private final Target target;
    private final PluginCatalog catalog;
    private final Findings findings;

    public ProfileBuilder(Target target, Findings findings) {
        this.target = target;
        this.catalog = PluginCatalog.of(target);
        this.findings = findings;
    }

    /**
     * Builds one profile, completed by {@link Defaults}.
     *
     * @param ignoredResources what the extenders make NodeResourcesFit ignore; empty if nothing
     */
    public EffectiveProfile build(ProfileDraft profile, List<String> ignoredResources) {
        PluginLookup lookup = new PluginLookup(target, catalog, profile);
        Map<String, PluginArgs> args = args(profile, ignoredResources);
        checkArgs(profile, args, !ignoredResources.isEmpty());
        Map<ExtensionPoint, List<EffectivePlugin>> points = new EnumMap<>(ExtensionPoint.class);
        for (ExtensionPoint point : ExtensionPoint.values()) {
            if (point != ExtensionPoint.MULTI_POINT) {
                points.put(point, weigh(profile, point, expand(profile, point, lookup)));
            }
        }
        checkMultiPointNames(profile, lookup);
        checkTotalWeight(profile, ExtensionPoint.SCORE, lookup);
        checkTotalWeight(profile, ExtensionPoint.PLACEMENT_SCORE, lookup);
        checkCounts(profile, points);
        return new EffectiveProfile(
                profile.schedulerName().orElse(""), profile.percentageOfNodesToScore(), points, args);
    }

    private static Map<String, PluginArgs> args(ProfileDraft profile, List<String> ignoredResources) {
        Map<String, PluginArgs> args = new LinkedHashMap<>();
        for (ArgsDraft config : profile.pluginConfig()) {
            PluginArgs value = config.args();
            if (value instanceof NodeResourcesFitArgs fit && !ignoredResources.isEmpty()) {
                value = new NodeResourcesFitArgs(ignoredResources, fit.ignoredResourceGroups(), fit.scoringStrategy());
            }
            args.putIfAbsent(config.name(), value);
        }
        return args;
    }

    /**
     * Fit's arguments are looked at only when the plugin is initialised; a plugin enabled where defaulting does not
     * look gets none at all.
     */
    private void checkArgs(ProfileDraft profile, Map<String, PluginArgs> args, boolean ignoredOverwritten) {
        ArgsDecoder decoder = new ArgsDecoder(target, ApiVersion.V1, new Findings());
        Set<String> enabled = new LinkedHashSet<>();
        Map<String, Path> where = new HashMap<>();
        profile.sets()
                .forEach((point, set) -> set.enabled().forEach(plugin -> {
                    enabled.add(plugin.name());
                    where.putIfAbsent(plugin.name(), pathOf(plugin, profile, point));
                }));
        for (String plugin : enabled) {
            if (catalog.has(plugin) && decoder.isTyped(plugin) && !args.containsKey(plugin)) {
                findings.error(
                        where.getOrDefault(plugin, profile.path()),
                        plugin
                                + " gets no default arguments when it is enabled only here; give it a pluginConfig entry");
            }
        }
        for (ArgsDraft config : profile.pluginConfig()) {
            if (config.name().equals("NodeResourcesFit")
                    && enabled.contains(config.name())
                    && config.args() instanceof NodeResourcesFitArgs fit) {
                new PluginArgsValidation(target.version(), findings)
                        .fit(config.path().child("args"), fit, ignoredOverwritten);
            }
        }
    }

    private List<String> expand(ProfileDraft profile, ExtensionPoint point, PluginLookup lookup) {
        SetDraft set = profile.at(point);
        Set<String> listed = new LinkedHashSet<>();
        for (PluginDraft plugin : set.enabled()) {
            if (checkListed(plugin, profile, point, lookup) && !listed.add(plugin.name())) {
                findings.error(
                        pathOf(plugin, profile, point),
                        "plugin \"" + plugin.name() + "\" is enabled twice at " + point.field() + "; remove one");
            }
        }
        List<PluginDraft> multi = profile.at(ExtensionPoint.MULTI_POINT).enabled();
        if (multi.isEmpty() || set.disables("*")) {
            return List.copyOf(listed);
        }
        Set<String> spread = new LinkedHashSet<>();
        Set<String> overridden = new LinkedHashSet<>();
        for (PluginDraft plugin : multi) {
            Boolean fits = lookup.implementsPoint(plugin.name(), point);
            if (fits == null || !fits || set.disables(plugin.name())) {
                continue;
            }
            if (listed.contains(plugin.name())) {
                overridden.add(plugin.name());
            } else if (!spread.add(plugin.name())) {
                findings.error(
                        pathOf(plugin, profile, ExtensionPoint.MULTI_POINT),
                        "plugin \"" + plugin.name() + "\" is enabled twice in multiPoint; remove one");
            }
        }
        List<String> order = new ArrayList<>();
        listed.stream().filter(overridden::contains).forEach(order::add);
        order.addAll(spread);
        listed.stream().filter(name -> !overridden.contains(name)).forEach(order::add);
        return order;
    }

    private boolean checkListed(PluginDraft plugin, ProfileDraft profile, ExtensionPoint point, PluginLookup lookup) {
        Path path = pathOf(plugin, profile, point);
        if (!lookup.exists(plugin.name())) {
            reportMissing(path, plugin.name(), lookup);
            return target.outOfTree();
        }
        Boolean fits = lookup.implementsPoint(plugin.name(), point);
        if (fits != null && !fits) {
            findings.error(
                    path,
                    "plugin \"" + plugin.name() + "\" does not extend " + point.pluginType() + "; it can be enabled at "
                            + lookup.describePoints(plugin.name()));
            return false;
        }
        return true;
    }

    private void checkMultiPointNames(ProfileDraft profile, PluginLookup lookup) {
        for (PluginDraft plugin : profile.at(ExtensionPoint.MULTI_POINT).enabled()) {
            if (!lookup.exists(plugin.name())) {
                reportMissing(pathOf(plugin, profile, ExtensionPoint.MULTI_POINT), plugin.name(), lookup);
            }
        }
    }

    private void reportMissing(Path path, String plugin, PluginLookup lookup) {
        if (target.outOfTree()) {
            findings.warning(
                    path,
                    "plugin \"" + plugin + "\" is not built in; the image or the plugin volume must have it"
                            + lookup.didYouMean(plugin));
        } else {
            findings.error(path, lookup.missing(plugin));
        }
    }

    private void checkCounts(ProfileDraft profile, Map<ExtensionPoint, List<EffectivePlugin>> points) {
        Path plugins = profile.path().child("plugins");
        int queueSorts =
                points.getOrDefault(ExtensionPoint.QUEUE_SORT, List.of()).size();
        if (queueSorts != 1) {
            findings.error(
                    plugins.child("queueSort"),
                    "a profile needs exactly one queue sort plugin, but has " + queueSorts
                            + (queueSorts == 0 ? "; enable PrioritySort here" : "; disable the others"));
        }
        if (points.getOrDefault(ExtensionPoint.BIND, List.of()).isEmpty()) {
            findings.error(
                    plugins.child("bind"), "a profile needs at least one bind plugin; enable DefaultBinder here");
        }
        if (points.getOrDefault(ExtensionPoint.PLACEMENT_GENERATE, List.of()).size() > 1) {
            findings.error(
                    plugins.child("placementGenerate"), "a profile may have at most one placement generate plugin");
        }
    }

    /** The weight at the point itself goes before MultiPoint's, and none or 0 counts as 1. */
    private static List<EffectivePlugin> weigh(ProfileDraft profile, ExtensionPoint point, List<String> names) {
        boolean scores = point == ExtensionPoint.SCORE || point == ExtensionPoint.PLACEMENT_SCORE;
        Map<String, Integer> weights = new HashMap<>();
        profile.at(point).enabled().forEach(plugin -> weights.putIfAbsent(plugin.name(), plugin.weight()));
        profile.at(ExtensionPoint.MULTI_POINT)
                .enabled()
                .forEach(plugin -> weights.putIfAbsent(plugin.name(), plugin.weight()));
        List<EffectivePlugin> out = new ArrayList<>();
        for (String name : names) {
            int weight = weights.getOrDefault(name, 0);
            out.add(new EffectivePlugin(name, scores ? (weight == 0 ? 1 : weight) : 0));
        }
        return out;
    }

    /**
     * Upstream keeps the sum of all weights from overflowing by a subtraction that itself overflows once a negative
     * weight has made the sum negative, so a negative weight is accepted for the last plugin only.
     */
    private void checkTotalWeight(ProfileDraft profile, ExtensionPoint point, PluginLookup lookup) {
        List<PluginDraft> plugins = new ArrayList<>(profile.at(point).enabled());
        plugins.addAll(profile.at(ExtensionPoint.MULTI_POINT).enabled());
        Set<String> seen = new LinkedHashSet<>();
        long total = 0;
        for (PluginDraft plugin : plugins) {
            Boolean fits = lookup.implementsPoint(plugin.name(), point);
            if (fits == null || !fits || !seen.add(plugin.name())) {
                continue;
            }
            long weighted = 100L * (plugin.weight() == 0 ? 1 : plugin.weight());
            if (weighted > Long.MAX_VALUE - total) {
                findings.error(
                        profile.path().child("plugins"),
                        "the weights of the score plugins cannot be added up: a negative weight makes the sum overflow; remove it");
                return;
            }
            total += weighted;
        }
    }

    private static Path pathOf(PluginDraft plugin, ProfileDraft profile, ExtensionPoint point) {
        return plugin.origin() == null ? profile.pathOf(point) : plugin.origin();
    }
}
