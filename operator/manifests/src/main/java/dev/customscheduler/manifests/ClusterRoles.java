package dev.customscheduler.manifests;

import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import java.util.List;

/** What a scheduler may do in the whole cluster. */
final class ClusterRoles {
    static final String RBAC_GROUP = "rbac.authorization.k8s.io";

    private ClusterRoles() {}

    static ClusterRole of(Scheduler scheduler, List<ExplainedRule> rules) {
        return new ClusterRoleBuilder()
                .withMetadata(Metadata.cluster(scheduler, Names.clusterRole(scheduler.name())))
                .withRules(rules.stream().map(ExplainedRule::rule).toList())
                .build();
    }

    static ClusterRoleBinding binding(Scheduler scheduler) {
        return new ClusterRoleBindingBuilder()
                .withMetadata(Metadata.cluster(scheduler, Names.clusterRole(scheduler.name())))
                .withNewRoleRef(RBAC_GROUP, "ClusterRole", Names.clusterRole(scheduler.name()))
                .withSubjects(ServiceAccounts.subject(scheduler))
                .build();
    }
}
