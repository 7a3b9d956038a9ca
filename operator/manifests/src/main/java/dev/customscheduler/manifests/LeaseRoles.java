package dev.customscheduler.manifests;

import io.fabric8.kubernetes.api.model.rbac.PolicyRuleBuilder;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBuilder;
import java.util.ArrayList;
import java.util.List;

/** What a scheduler may do to its lease, in the lease's namespace. */
final class LeaseRoles {
    private static final String GROUP = "coordination.k8s.io";

    private LeaseRoles() {}

    /**
     * The rules. Creation is not among them where the lease is the operator's: a scheduler that outlives its resource
     * for a moment would make it again, unowned, and that leftover would block the next of the name.
     */
    static List<ExplainedRule> rules(Scheduler scheduler, LeaseName lease) {
        List<ExplainedRule> rules = new ArrayList<>();
        rules.add(new ExplainedRule(
                lease.namespace(),
                new PolicyRuleBuilder()
                        .withApiGroups(GROUP)
                        .withResources("leases")
                        .withResourceNames(lease.name())
                        .withVerbs("get", "watch", "update", "patch")
                        .build(),
                "leader election: holds and renews the lease " + lease));
        if (!scheduler.ownsLease()) {
            rules.add(new ExplainedRule(
                    lease.namespace(),
                    new PolicyRuleBuilder()
                            .withApiGroups(GROUP)
                            .withResources("leases")
                            .withVerbs("create")
                            .build(),
                    "leader election: makes the lease " + lease + ", which is not the operator's, where it is missing;"
                            + " create cannot be limited to a name"));
        }
        return rules;
    }

    static Role role(Scheduler scheduler, LeaseName lease, List<ExplainedRule> rules) {
        return new RoleBuilder()
                .withMetadata(Metadata.in(lease.namespace(), scheduler, Names.leaseRole(scheduler.name())))
                .withRules(rules.stream().map(ExplainedRule::rule).toList())
                .build();
    }

    static RoleBinding binding(Scheduler scheduler, LeaseName lease) {
        return new RoleBindingBuilder()
                .withMetadata(Metadata.in(lease.namespace(), scheduler, Names.leaseRole(scheduler.name())))
                .withNewRoleRef(ClusterRoles.RBAC_GROUP, "Role", Names.leaseRole(scheduler.name()))
                .withSubjects(ServiceAccounts.subject(scheduler))
                .build();
    }
}
