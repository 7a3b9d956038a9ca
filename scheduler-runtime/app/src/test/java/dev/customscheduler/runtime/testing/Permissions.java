package dev.customscheduler.runtime.testing;

import dev.customscheduler.testbed.TestBed;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.PolicyRuleBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Takes from a scheduler's service account some of what kube-scheduler's own roles allow, and gives it back. */
public final class Permissions {
    private final TestBed bed;
    private final String namespace;
    private final String account;
    private int grants;

    /** Those of an account that {@link LiveScheduler#account} made. */
    public Permissions(TestBed bed, String namespace, String account) {
        this.bed = bed;
        this.namespace = namespace;
        this.account = account;
    }

    /** Takes all writing verbs on these resources of the core group from the account, in every namespace. */
    public void withholdWrites(Set<String> resources) {
        for (String role : LiveScheduler.ROLES) {
            ClusterRole whole =
                    bed.client().rbac().clusterRoles().withName(role).get();
            String name = LiveScheduler.binding(namespace, account, role);
            List<PolicyRule> rest = new ArrayList<>();
            for (PolicyRule rule : whole.getRules()) {
                for (String resource : rule.getResources()) {
                    List<String> verbs = new ArrayList<>(rule.getVerbs());
                    if (rule.getApiGroups().contains("") && resources.contains(resource)) {
                        verbs.removeAll(List.of("create", "update", "patch", "delete"));
                    }
                    if (!verbs.isEmpty()) {
                        rest.add(new PolicyRuleBuilder(rule)
                                .withResources(resource)
                                .withVerbs(verbs)
                                .build());
                    }
                }
            }
            role(name, rest);
            bed.client().rbac().clusterRoleBindings().withName(name).delete();
            bindEverywhere(name);
        }
    }

    /** Allows a verb on a resource of the core group, in one namespace. */
    public void grant(String where, String resource, String verb) {
        String name = grant(resource, verb);
        bed.client()
                .resource(new RoleBindingBuilder()
                        .withNewMetadata()
                        .withNamespace(where)
                        .withName(name.replace(':', '-'))
                        .endMetadata()
                        .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", name)
                        .addNewSubject("", "ServiceAccount", account, namespace)
                        .build())
                .create();
    }

    /** Allows a verb on a resource of the core group everywhere. */
    public void grantEverywhere(String resource, String verb) {
        bindEverywhere(grant(resource, verb));
    }

    private String grant(String resource, String verb) {
        String name = namespace + ":" + account + ":granted-" + grants++;
        role(
                name,
                List.of(new PolicyRuleBuilder()
                        .withApiGroups("")
                        .withResources(resource)
                        .withVerbs(verb)
                        .build()));
        return name;
    }

    private void role(String name, List<PolicyRule> rules) {
        bed.client()
                .resource(new ClusterRoleBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .withRules(rules)
                        .build())
                .create();
    }

    private void bindEverywhere(String role) {
        bed.client()
                .resource(new ClusterRoleBindingBuilder()
                        .withNewMetadata()
                        .withName(role)
                        .endMetadata()
                        .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", role)
                        .addNewSubject("", "ServiceAccount", account, namespace)
                        .build())
                .create();
    }
}
