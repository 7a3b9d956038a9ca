package dev.customscheduler.manifests;

import dev.customscheduler.crds.v1alpha1.CustomScheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The one entry: a CustomScheduler goes in, and the objects that it stands for come out, or what is wrong with it.
 * Pure: no client, no clock, no randomness; equal input gives equal output.
 */
public final class Manifests {
    private Manifests() {}

    /** What a resource with its configuration inside stands for. */
    public static Outcome of(CustomScheduler resource, Environment environment) {
        return of(resource, Optional.empty(), environment);
    }

    /**
     * What a resource stands for.
     *
     * @param referenced the document that configurationFrom refers to, where the caller found it; without it a resource
     *     that needs it is refused
     */
    public static Outcome of(
            CustomScheduler resource, Optional<ConfigurationDocument> referenced, Environment environment) {
        Findings findings = new Findings();
        return new SchedulerResolver(environment, findings)
                .resolve(resource, referenced)
                .<Outcome>map(scheduler -> render(scheduler, environment, findings))
                .orElseGet(() -> new Outcome.Refused(findings.all()));
    }

    private static Outcome.Rendered render(Scheduler scheduler, Environment environment, Findings findings) {
        List<ExplainedRule> clusterRules = ClusterRules.of(scheduler);
        List<ExplainedRule> leaseRules = scheduler
                .lease()
                .map(lease -> LeaseRoles.rules(scheduler, lease))
                .orElse(List.of());
        List<ExplainedRule> rules = new ArrayList<>(clusterRules);
        rules.add(AuthenticationReaders.rule());
        rules.addAll(leaseRules);
        return new Outcome.Rendered(
                scheduler.namespace(),
                new Claims(scheduler.schedulerNames(), scheduler.lease()),
                scheduler.writtenVersion(),
                ServiceAccounts.of(scheduler),
                ClusterRoles.of(scheduler, clusterRules),
                ClusterRoles.binding(scheduler),
                AuthenticationReaders.binding(scheduler),
                scheduler.lease().map(lease -> LeaseRoles.role(scheduler, lease, leaseRules)),
                scheduler.lease().map(lease -> LeaseRoles.binding(scheduler, lease)),
                scheduler.lease().filter(lease -> scheduler.ownsLease()).map(lease -> Leases.of(scheduler, lease)),
                ConfigMaps.of(scheduler),
                Deployments.of(scheduler),
                Services.of(scheduler),
                DisruptionBudgets.of(scheduler),
                NetworkPolicies.of(scheduler),
                ServiceMonitors.of(scheduler, environment),
                rules,
                findings.warnings());
    }
}
