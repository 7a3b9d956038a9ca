package dev.customscheduler.config.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.customscheduler.config.ClientConnection;
import dev.customscheduler.config.ExtensionPoint;
import dev.customscheduler.config.LeaderElection;
import dev.customscheduler.config.Target;
import dev.customscheduler.config.args.PluginArgs;
import dev.customscheduler.config.args.UnknownArgs;
import dev.customscheduler.config.catalog.ApiVersion;
import dev.customscheduler.config.catalog.PluginCatalog;
import dev.customscheduler.config.decode.ArgsDraft;
import dev.customscheduler.config.decode.ConfigurationDraft;
import dev.customscheduler.config.decode.Findings;
import dev.customscheduler.config.decode.PluginDraft;
import dev.customscheduler.config.decode.ProfileDraft;
import dev.customscheduler.config.tree.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/** Validates a completed configuration as a whole, as upstream does before it constructs anything. */
public final class ConfigurationValidation {
    private final Target target;
    private final Findings findings;

    public ConfigurationValidation(Target target, Findings findings) {
        this.target = target;
        this.findings = findings;
    }

    /** Validates. */
    public void validate(ConfigurationDraft draft) {
        clientConnection(draft.clientConnection());
        leaderElection(draft.leaderElection());
        Path root = Path.ROOT;
        if (draft.parallelism() <= 0) {
            findings.error(root.child("parallelism"), "must be greater than 0; leave it out for 16");
        }
        percentage(root.child("percentageOfNodesToScore"), OptionalInt.of(draft.percentageOfNodesToScore()));
        if (draft.podInitialBackoffSeconds() <= 0) {
            findings.error(root.child("podInitialBackoffSeconds"), "must be greater than 0; leave it out for 1");
        }
        if (draft.podMaxBackoffSeconds() < draft.podInitialBackoffSeconds()) {
            findings.error(
                    root.child("podMaxBackoffSeconds"),
                    draft.podMaxBackoffSeconds() + " is less than podInitialBackoffSeconds, which is "
                            + draft.podInitialBackoffSeconds() + " (the defaults are 10 and 1); raise it");
        }
        profiles(draft);
        new ExtenderValidation(findings).validate(root.child("extenders"), draft.extenders());
    }

    private void clientConnection(ClientConnection connection) {
        if (connection.burst() < 0) {
            findings.error(Path.ROOT.child("clientConnection").child("burst"), "must not be negative");
        }
    }

    private void leaderElection(LeaderElection election) {
        if (!election.leaderElect()) {
            return;
        }
        Path path = Path.ROOT.child("leaderElection");
        positive(path.child("leaseDuration"), election.leaseDuration());
        positive(path.child("renewDeadline"), election.renewDeadline());
        positive(path.child("retryPeriod"), election.retryPeriod());
        int order = election.leaseDuration().compareTo(election.renewDeadline());
        if (order < 0 || (order == 0 && target.version().atLeast(26))) {
            findings.error(
                    path.child("leaseDuration"), "must be greater than renewDeadline (the defaults are 15s and 10s)");
        }
        if (target.version().atLeast(27) && !election.resourceLock().equals("leases")) {
            findings.error(path.child("resourceLock"), "must be \"leases\", the only kind of lock left; leave it out");
        }
    }

    private void positive(Path path, java.time.Duration duration) {
        if (duration.isNegative() || duration.isZero()) {
            findings.error(path, "must be greater than zero");
        }
    }

    private void percentage(Path path, OptionalInt percentage) {
        if (percentage.isPresent() && (percentage.getAsInt() < 0 || percentage.getAsInt() > 100)) {
            findings.error(
                    path, percentage.getAsInt() + " is not in the range 0 to 100 (0 adapts to the cluster's size)");
        }
    }

    private void profiles(ConfigurationDraft draft) {
        Map<String, Path> names = new HashMap<>();
        for (ProfileDraft profile : draft.profiles()) {
            Path namePath = profile.path().child("schedulerName");
            String name = profile.schedulerName().orElse("");
            if (name.isEmpty()) {
                findings.error(
                        namePath,
                        draft.profiles().size() > 1
                                ? "is required where there are several profiles: what pods name in spec.schedulerName"
                                : "must not be empty: leave it out for default-scheduler, or name the scheduler");
            }
            Path first = names.putIfAbsent(name, namePath);
            if (first != null) {
                findings.error(namePath, "\"" + name + "\" is the name of " + first + " too; names must differ");
            }
            percentage(profile.path().child("percentageOfNodesToScore"), profile.percentageOfNodesToScore());
            invalidPlugins(draft.api(), profile);
            pluginConfig(draft.api(), profile);
        }
        queueSort(draft.profiles());
    }

    private void invalidPlugins(ApiVersion api, ProfileDraft profile) {
        PluginCatalog catalog = PluginCatalog.of(target);
        // Those that are not there at all are reported when the profile is built.
        Set<String> invalid = catalog.invalid(api).stream().filter(catalog::has).collect(Collectors.toSet());
        profile.sets().forEach((point, set) -> {
            if (isLookedAt(point)) {
                for (PluginDraft plugin : set.enabled()) {
                    if (invalid.contains(plugin.name()) && plugin.origin() != null) {
                        findings.error(plugin.origin(), removed(plugin.name()));
                    }
                }
            }
        });
    }

    private static boolean isLookedAt(ExtensionPoint point) {
        return switch (point) {
            case MULTI_POINT, PLACEMENT_GENERATE, PLACEMENT_SCORE -> false;
            default -> true;
        };
    }

    private static String removed(String plugin) {
        return plugin.equals("SelectorSpread")
                ? "plugin \"SelectorSpread\" is not in v1; PodTopologySpread serves, whose system defaults spread as it did"
                : "plugin \"" + plugin
                        + "\" was removed in 1.31; remove it: NodeVolumeLimits serves, which is on by default";
    }

    private void pluginConfig(ApiVersion api, ProfileDraft profile) {
        Set<String> invalid = PluginCatalog.of(target).invalid(api);
        Set<String> seen = new HashSet<>();
        PluginArgsValidation validation = new PluginArgsValidation(target.version(), findings);
        for (ArgsDraft config : profile.pluginConfig()) {
            if (!seen.add(config.name())) {
                findings.error(
                        config.path(),
                        "\"" + config.name()
                                + "\" has another pluginConfig entry in this profile; merge them into one");
            }
            if (invalid.contains(config.name())) {
                findings.error(config.path(), removed(config.name()));
            } else if (config.name().equals("NodeResourcesFitArgs")) {
                findings.error(
                        config.path().child("name"),
                        "names the plugin, not the kind of its arguments; write NodeResourcesFit");
            } else {
                validation.validate(config.path().child("args"), config.args());
            }
        }
    }

    private void queueSort(List<ProfileDraft> profiles) {
        ProfileDraft first = profiles.getFirst();
        int enabled = first.at(ExtensionPoint.QUEUE_SORT).enabled().size();
        if (enabled > 1) {
            findings.error(
                    first.pathOf(ExtensionPoint.QUEUE_SORT).child("enabled"),
                    "only one queue sort plugin can be enabled, but " + enabled + " are");
        }
        String name = enabled > 0
                ? first.at(ExtensionPoint.QUEUE_SORT).enabled().getFirst().name()
                : "";
        for (ProfileDraft profile : profiles.subList(1, profiles.size())) {
            Path path = profile.pathOf(ExtensionPoint.QUEUE_SORT);
            if (!first.at(ExtensionPoint.QUEUE_SORT)
                    .set()
                    .equals(profile.at(ExtensionPoint.QUEUE_SORT).set())) {
                findings.error(
                        path,
                        "must be the same in all profiles, for there is one queue; this differs from profiles[0]");
            }
            // Without a queue sort plugin of its own at queueSort, upstream compares entries that have no name at all.
            args(profile, name).ifPresent(config -> {
                if (!raw(name.isEmpty() ? Optional.empty() : args(first, name)).equals(raw(Optional.of(config)))) {
                    findings.error(
                            config.path().child("args"),
                            name.isEmpty()
                                    ? "these arguments belong to no plugin: the entry has no name"
                                    : "the queue sort plugin's arguments must be the same in all profiles; these differ from"
                                            + " profiles[0]'s");
                }
            });
        }
    }

    private static Optional<ArgsDraft> args(ProfileDraft profile, String plugin) {
        return profile.pluginConfig().stream()
                .filter(config -> config.name().equals(plugin))
                .findFirst();
    }

    private static JsonNode raw(Optional<ArgsDraft> config) {
        PluginArgs args = config.map(ArgsDraft::args).orElse(new UnknownArgs("", "", NullNode.getInstance()));
        return args instanceof UnknownArgs unknown ? unknown.raw() : NullNode.getInstance();
    }
}
