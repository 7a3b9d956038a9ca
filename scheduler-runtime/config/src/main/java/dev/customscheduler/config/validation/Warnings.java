package dev.customscheduler.config.validation;

import dev.customscheduler.config.EffectiveProfile;
import dev.customscheduler.config.Extender;
import dev.customscheduler.config.ExtenderTlsConfig;
import dev.customscheduler.config.ExtensionPoint;
import dev.customscheduler.config.LeaderElection;
import dev.customscheduler.config.Target;
import dev.customscheduler.config.decode.ConfigurationDraft;
import dev.customscheduler.config.decode.Findings;
import dev.customscheduler.config.decode.ProfileDraft;
import dev.customscheduler.config.tree.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What upstream accepts without a word, and somebody would want to know. */
public final class Warnings {
    private static final String DEFAULT_SCHEDULER = "default-scheduler";

    private final Target target;
    private final Findings findings;

    public Warnings(Target target, Findings findings) {
        this.target = target;
        this.findings = findings;
    }

    /**
     * Looks for all of it.
     *
     * @param written as decoded
     * @param draft the same completed
     * @param profiles what it comes to
     */
    public void warn(ConfigurationDraft written, ConfigurationDraft draft, List<EffectiveProfile> profiles) {
        leaderElection(draft, written.profiles().size());
        percentages(written, draft);
        extenders(draft.extenders());
        for (int i = 0; i < written.profiles().size(); i++) {
            new ProfileWarnings(target, draft.api(), findings)
                    .warn(written.profiles().get(i), draft.profiles().get(i), profiles.get(i));
        }
        for (int i = 0; i < profiles.size(); i++) {
            notImplemented(draft.profiles().get(i), profiles.get(i));
        }
    }

    private void leaderElection(ConfigurationDraft draft, int profilesWritten) {
        LeaderElection election = draft.leaderElection();
        if (!election.leaderElect()) {
            return;
        }
        Path path = Path.ROOT.child("leaderElection");
        boolean isDefault = draft.profiles().stream()
                .anyMatch(profile -> profile.schedulerName().orElse("").equals(DEFAULT_SCHEDULER));
        if (profilesWritten > 0
                && !isDefault
                && election.resourceName().equals("kube-scheduler")
                && election.resourceNamespace().equals("kube-system")) {
            findings.warning(
                    path.child("resourceName"),
                    "the lease kube-system/kube-scheduler is that of the cluster's own kube-scheduler: this one would wait for it for ever;"
                            + " set leaderElection.resourceName to a name of its own");
        }
        if (!exceedsJitter(election.renewDeadline(), election.retryPeriod())) {
            findings.warning(
                    path.child("renewDeadline"),
                    "must be more than 1.2 times retryPeriod, or kube-scheduler exits when it starts to elect a leader; raise it");
        }
        if (!target.version().atLeast(27) && !election.resourceLock().equals("leases")) {
            findings.warning(
                    path.child("resourceLock"), "only \"leases\" is left from Kubernetes 1.27 on; leave it out");
        }
    }

    private static boolean exceedsJitter(Duration renew, Duration retry) {
        return renew.multipliedBy(10).compareTo(retry.multipliedBy(12)) > 0;
    }

    private void percentages(ConfigurationDraft written, ConfigurationDraft draft) {
        boolean allOwn = !written.profiles().isEmpty()
                && written.profiles().stream()
                        .allMatch(profile -> profile.percentageOfNodesToScore().isPresent());
        if (allOwn && draft.percentageOfNodesToScore() != 0) {
            findings.warning(
                    Path.ROOT.child("percentageOfNodesToScore"),
                    "has no effect: every profile sets its own; remove one of them");
        }
    }

    private void extenders(List<Extender> extenders) {
        for (int i = 0; i < extenders.size(); i++) {
            Extender extender = extenders.get(i);
            Path path = Path.ROOT.child("extenders").index(i);
            Optional<ExtenderTlsConfig> tls = extender.tlsConfig();
            boolean hasCa = tls.isPresent()
                    && (!tls.get().caFile().isEmpty() || !tls.get().caData().isEmpty());
            boolean insecure = tls.isPresent() && tls.get().insecure();
            boolean https = extender.urlPrefix().startsWith("https://");
            if ((extender.enableHttps() && !hasCa) || insecure) {
                findings.warning(
                        insecure ? path.child("tlsConfig").child("insecure") : path.child("enableHTTPS"),
                        "the extender's certificate is not verified, for no CA is given: anybody on the way can answer for it; set"
                                + " tlsConfig.caFile or caData");
            }
            if (extender.enableHttps() && extender.urlPrefix().startsWith("http://")) {
                findings.warning(
                        path.child("urlPrefix"), "enableHTTPS has no effect on an http:// address; write https://");
            }
            if (https && !extender.enableHttps() && tls.isEmpty()) {
                findings.warning(
                        path.child("urlPrefix"),
                        "https without tlsConfig verifies against the image's own CAs only; set tlsConfig.caFile or caData");
            }
            boolean idle = extender.filterVerb().isEmpty()
                    && extender.prioritizeVerb().isEmpty()
                    && extender.bindVerb().isEmpty()
                    && extender.preemptVerb().isEmpty();
            if (idle) {
                findings.warning(
                        path, "has no effect: none of filterVerb, prioritizeVerb, preemptVerb and bindVerb is set");
            }
        }
    }

    private void notImplemented(ProfileDraft draft, EffectiveProfile profile) {
        List<String> missing = profile.plugins().stream()
                .filter(target.notImplemented()::contains)
                .sorted()
                .toList();
        if (!missing.isEmpty()) {
            findings.warning(
                    draft.path().child("plugins"),
                    "the Bundled runtime does not have " + String.join(", ", missing)
                            + " yet; a pod whose spec needs "
                            + (missing.size() == 1 ? "it" : "one of them")
                            + " stays pending with a message that names the plugin");
        }
    }

    /** Whether a plugin scores at that point. */
    static boolean scores(ExtensionPoint point) {
        return point == ExtensionPoint.SCORE
                || point == ExtensionPoint.PLACEMENT_SCORE
                || point == ExtensionPoint.MULTI_POINT;
    }
}
