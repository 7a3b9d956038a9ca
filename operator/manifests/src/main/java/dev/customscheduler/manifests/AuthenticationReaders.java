package dev.customscheduler.manifests;

import io.fabric8.kubernetes.api.model.rbac.PolicyRuleBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;

/** Lets a scheduler read how the cluster authenticates clients, which it needs to check those that read its metrics. */
final class AuthenticationReaders {
    private static final String NAMESPACE = "kube-system";
    private static final String ROLE = "extension-apiserver-authentication-reader";

    private AuthenticationReaders() {}

    /** The rule of the role that every cluster has. */
    static ExplainedRule rule() {
        return new ExplainedRule(
                NAMESPACE,
                new PolicyRuleBuilder()
                        .withApiGroups("")
                        .withResources("configmaps")
                        .withResourceNames("extension-apiserver-authentication")
                        .withVerbs("get", "list", "watch")
                        .build(),
                "serving: knows the cluster's client CA, to check who reads metrics; by the role " + ROLE);
    }

    static RoleBinding binding(Scheduler scheduler) {
        return new RoleBindingBuilder()
                .withMetadata(Metadata.in(NAMESPACE, scheduler, Names.authenticationReader(scheduler.name())))
                .withNewRoleRef(ClusterRoles.RBAC_GROUP, "Role", ROLE)
                .withSubjects(ServiceAccounts.subject(scheduler))
                .build();
    }
}
