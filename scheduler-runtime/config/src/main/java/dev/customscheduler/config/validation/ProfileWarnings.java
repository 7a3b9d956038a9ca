package dev.customscheduler.config.validation;

import dev.customscheduler.config.EffectiveProfile;
import dev.customscheduler.config.ExtensionPoint;
import dev.customscheduler.config.Target;
import dev.customscheduler.config.catalog.ApiVersion;
import dev.customscheduler.config.catalog.PluginCatalog;
import dev.customscheduler.config.decode.ArgsDraft;
import dev.customscheduler.config.decode.Findings;
import dev.customscheduler.config.decode.Names;
import dev.customscheduler.config.decode.PluginDraft;
import dev.customscheduler.config.decode.ProfileDraft;
import dev.customscheduler.config.decode.SetDraft;
import dev.customscheduler.config.tree.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;

/** Entries of a profile that do nothing. */
final class ProfileWarnings {
    private final Target target;
    private final ApiVersion api;
    private final PluginCatalog catalog;
    private final Findings findings;

    ProfileWarnings(Target target, ApiVersion api, Findings findings) {
        this.target = target;
        this.api = api;
        this.catalog = PluginCatalog.of(target);
        this.findings = findings;
    }

    void warn(ProfileDraft written, ProfileDraft completed, EffectiveProfile effective) {
        for (ExtensionPoint point : ExtensionPoint.values()) {
            SetDraft set = written.at(point);
            if (isForgotten(point)
                    && !(set.enabled().isEmpty() && set.disabled().isEmpty())) {
                findings.warning(
                        written.pathOf(point),
                        "has no effect: kube-scheduler ignores " + point.field() + " in " + api.text());
                continue;
            }
            disabled(set, point, completed);
            weights(set, point);
        }
        Set<String> running = effective.plugins();
        for (ArgsDraft config : written.pluginConfig()) {
            if (!running.contains(config.name()) && !config.name().isEmpty()) {
                findings.warning(
                        config.path(),
                        "has no effect: the profile does not enable \"" + config.name() + "\""
                                + (catalog.has(config.name()) ? "" : Names.didYouMean(config.name(), names(running))));
            }
        }
    }

    private boolean isForgotten(ExtensionPoint point) {
        if (target.isBundled()) {
            return false;
        }
        return (point == ExtensionPoint.PRE_ENQUEUE && api != ApiVersion.V1)
                || (point == ExtensionPoint.MULTI_POINT && api == ApiVersion.V1BETA2);
    }

    private Set<String> names(Set<String> running) {
        Set<String> names = new TreeSet<>(catalog.names());
        names.addAll(running);
        return names;
    }

    private void disabled(SetDraft set, ExtensionPoint point, ProfileDraft completed) {
        Set<String> seen = new HashSet<>();
        for (PluginDraft plugin : set.disabled()) {
            if (plugin.name().equals("*") || plugin.origin() == null) {
                continue;
            }
            if (!seen.add(plugin.name())) {
                findings.warning(plugin.origin(), "\"" + plugin.name() + "\" is disabled twice here; remove one");
            } else if (!catalog.has(plugin.name()) && !isEnabledAnywhere(plugin.name(), completed)) {
                findings.warning(
                        plugin.origin(),
                        "has no effect: there is no plugin \"" + plugin.name() + "\""
                                + Names.didYouMean(plugin.name(), catalog.names()));
            } else if (!wouldRun(plugin.name(), point, completed)) {
                findings.warning(
                        plugin.origin(),
                        "has no effect: \"" + plugin.name() + "\" would not run at " + point.field() + " anyway");
            }
        }
    }

    private boolean wouldRun(String plugin, ExtensionPoint point, ProfileDraft completed) {
        if (point == ExtensionPoint.MULTI_POINT || api == ApiVersion.V1BETA2) {
            return catalog.defaults(ApiVersion.V1).stream()
                    .anyMatch(standard -> standard.name().equals(plugin));
        }
        boolean known = catalog.has(plugin);
        boolean multi = completed.at(ExtensionPoint.MULTI_POINT).enabled().stream()
                .anyMatch(entry -> entry.name().equals(plugin));
        return multi && (!known || catalog.points(plugin).contains(point));
    }

    private static boolean isEnabledAnywhere(String plugin, ProfileDraft completed) {
        return completed.sets().values().stream()
                .flatMap(set -> set.enabled().stream())
                .anyMatch(entry -> entry.name().equals(plugin));
    }

    private void weights(SetDraft set, ExtensionPoint point) {
        for (PluginDraft plugin : set.enabled()) {
            if (plugin.weight() == 0 || plugin.origin() == null) {
                continue;
            }
            Path path = plugin.origin().child("weight");
            boolean scores = Warnings.scores(point)
                    && (!catalog.has(plugin.name())
                            || catalog.points(plugin.name()).contains(ExtensionPoint.SCORE)
                            || catalog.points(plugin.name()).contains(ExtensionPoint.PLACEMENT_SCORE));
            if (!scores) {
                findings.warning(path, "has no effect: weights count for score plugins, at score and multiPoint");
            } else if (plugin.weight() < 0) {
                findings.warning(path, "a negative weight prefers the worst nodes");
            }
        }
    }
}
