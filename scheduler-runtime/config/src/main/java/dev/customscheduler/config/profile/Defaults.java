package dev.customscheduler.config.profile;

import dev.customscheduler.config.ExtensionPoint;
import dev.customscheduler.config.Plugin;
import dev.customscheduler.config.Target;
import dev.customscheduler.config.catalog.ApiVersion;
import dev.customscheduler.config.catalog.PluginCatalog;
import dev.customscheduler.config.decode.ArgsDecoder;
import dev.customscheduler.config.decode.ArgsDraft;
import dev.customscheduler.config.decode.ConfigurationDraft;
import dev.customscheduler.config.decode.Findings;
import dev.customscheduler.config.decode.PluginDraft;
import dev.customscheduler.config.decode.ProfileDraft;
import dev.customscheduler.config.decode.SetDraft;
import dev.customscheduler.config.tree.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/** Merges the default plugins and arguments into profiles as upstream's defaulting does. */
public final class Defaults {
    private static final String DEFAULT_SCHEDULER = "default-scheduler";

    private final PluginCatalog catalog;
    private final ApiVersion api;
    private final ArgsDecoder args;

    public Defaults(Target target, ApiVersion api) {
        // The Bundled runtime gives old documents the default plugins of v1, as migrating them does; so gets one that
        // the target does not decode.
        this.api = target.isBundled() || !api.servedBy(target.version()) ? ApiVersion.V1 : api;
        this.catalog = PluginCatalog.of(target);
        this.args = new ArgsDecoder(target, api, new Findings());
    }

    /** The same configuration with at least one profile, each complete. */
    public ConfigurationDraft complete(ConfigurationDraft draft) {
        List<ProfileDraft> profiles = draft.profiles().isEmpty()
                ? List.of(new ProfileDraft(
                        Path.ROOT.child("profiles").index(0),
                        Optional.empty(),
                        OptionalInt.empty(),
                        Map.of(),
                        List.of()))
                : draft.profiles();
        List<ProfileDraft> completed = new ArrayList<>();
        for (ProfileDraft profile : profiles) {
            Optional<String> name = profile.schedulerName();
            if (profiles.size() == 1 && name.isEmpty()) {
                name = Optional.of(DEFAULT_SCHEDULER);
            }
            Map<ExtensionPoint, SetDraft> sets = merge(profile);
            completed.add(new ProfileDraft(
                    profile.path(), name, profile.percentageOfNodesToScore(), sets, withArgs(profile, sets)));
        }
        return draft.withProfiles(completed);
    }

    /** What a profile that says nothing enables at each point. */
    Map<ExtensionPoint, List<Plugin>> standard() {
        return api == ApiVersion.V1BETA2
                ? catalog.v1beta2Defaults()
                : Map.of(ExtensionPoint.MULTI_POINT, catalog.defaults(api));
    }

    private Map<ExtensionPoint, SetDraft> merge(ProfileDraft profile) {
        Map<ExtensionPoint, SetDraft> merged = new EnumMap<>(ExtensionPoint.class);
        Map<ExtensionPoint, List<Plugin>> standard = standard();
        for (ExtensionPoint point : catalog.extensionPoints()) {
            List<Plugin> defaults = standard.getOrDefault(point, List.of());
            SetDraft set = isMerged(point) ? merge(defaults, profile.at(point)) : merge(defaults, SetDraft.EMPTY);
            // v1beta2 forgets what it disabled once it is merged.
            merged.put(point, api == ApiVersion.V1BETA2 ? new SetDraft(set.enabled(), List.of()) : set);
        }
        return merged;
    }

    /** Upstream's merge leaves out the points that an old version has but did not know when its merge was written. */
    private boolean isMerged(ExtensionPoint point) {
        return switch (api) {
            case V1 -> true;
            case V1BETA3 -> point != ExtensionPoint.PRE_ENQUEUE;
            case V1BETA2 -> point != ExtensionPoint.PRE_ENQUEUE && point != ExtensionPoint.MULTI_POINT;
        };
    }

    /** Whether what a document says at that point counts at all. */
    boolean counts(ExtensionPoint point) {
        return isMerged(point);
    }

    private static SetDraft merge(List<Plugin> defaults, SetDraft written) {
        List<PluginDraft> disabled = new ArrayList<>();
        for (PluginDraft plugin : written.disabled()) {
            disabled.add(new PluginDraft(plugin.name(), 0, plugin.origin()));
        }
        Map<String, Integer> lastIndex = new HashMap<>();
        for (int i = 0; i < written.enabled().size(); i++) {
            lastIndex.put(written.enabled().get(i).name(), i);
        }
        Set<Integer> replacing = new HashSet<>();
        List<PluginDraft> enabled = new ArrayList<>();
        if (!written.disables("*")) {
            for (Plugin plugin : defaults) {
                if (written.disables(plugin.name())) {
                    continue;
                }
                Integer index = lastIndex.get(plugin.name());
                if (index == null) {
                    enabled.add(PluginDraft.of(plugin));
                } else {
                    enabled.add(written.enabled().get(index));
                    replacing.add(index);
                }
            }
        }
        for (int i = 0; i < written.enabled().size(); i++) {
            if (!replacing.contains(i)) {
                enabled.add(written.enabled().get(i));
            }
        }
        return new SetDraft(enabled, disabled);
    }

    private List<ArgsDraft> withArgs(ProfileDraft profile, Map<ExtensionPoint, SetDraft> sets) {
        List<ArgsDraft> all = new ArrayList<>(profile.pluginConfig());
        Set<String> configured = new HashSet<>();
        profile.pluginConfig().forEach(config -> configured.add(config.name()));
        TreeSet<String> enabled = new TreeSet<>();
        sets.forEach((point, set) -> {
            if (hasDefaultArgs(point)) {
                set.enabled().forEach(plugin -> enabled.add(plugin.name()));
            }
        });
        for (String plugin : enabled) {
            if (!configured.contains(plugin) && args.isTyped(plugin)) {
                all.add(new ArgsDraft(plugin, args.defaults(plugin), profile.path(), false));
            }
        }
        return all;
    }

    /**
     * Upstream looks for plugins that want arguments at all points but one, so a plugin enabled only there gets none.
     */
    private boolean hasDefaultArgs(ExtensionPoint point) {
        return point != ExtensionPoint.POD_GROUP_POST_FILTER
                && !(point == ExtensionPoint.PRE_ENQUEUE && api != ApiVersion.V1)
                && !(point == ExtensionPoint.MULTI_POINT && api == ApiVersion.V1BETA2);
    }
}
