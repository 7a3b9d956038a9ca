package dev.customscheduler.config.profile;

import dev.customscheduler.config.EffectivePlugin;
import dev.customscheduler.config.EffectiveProfile;
import dev.customscheduler.config.ExtensionPoint;
import dev.customscheduler.config.args.PluginArgs;
import dev.customscheduler.config.args.UnknownArgs;
import dev.customscheduler.config.decode.Findings;
import dev.customscheduler.config.decode.ProfileDraft;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** All profiles share one queue, so they must sort it alike. */
public final class QueueSortAgreement {
    private QueueSortAgreement() {}

    /** Compares each profile with the first, once MultiPoint is spread. */
    public static void check(List<ProfileDraft> drafts, List<EffectiveProfile> profiles, Findings findings) {
        List<EffectivePlugin> first = profiles.getFirst().at(ExtensionPoint.QUEUE_SORT);
        for (int i = 1; i < profiles.size(); i++) {
            List<EffectivePlugin> other = profiles.get(i).at(ExtensionPoint.QUEUE_SORT);
            if (first.size() != 1 || other.size() != 1) {
                continue;
            }
            String name = first.getFirst().name();
            if (!name.equals(other.getFirst().name())) {
                findings.error(
                        drafts.get(i).pathOf(ExtensionPoint.QUEUE_SORT),
                        "must be the same in all profiles, for there is one queue: "
                                + other.getFirst().name() + " here, " + name + " in profiles[0]");
            } else if (!Objects.equals(
                    given(profiles.getFirst().args(name)), given(profiles.get(i).args(name)))) {
                findings.error(
                        drafts.get(i).path().child("pluginConfig"),
                        "the arguments of the queue sort plugin " + name + " must be the same in all profiles");
            }
        }
    }

    /** An entry that names the plugin and gives it no arguments says as much as no entry. */
    private static Optional<PluginArgs> given(Optional<PluginArgs> args) {
        return args.filter(given ->
                !(given instanceof UnknownArgs unknown) || !unknown.raw().isNull());
    }
}
