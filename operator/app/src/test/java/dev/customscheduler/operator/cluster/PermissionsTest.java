package dev.customscheduler.operator.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.customscheduler.manifests.Environment;
import dev.customscheduler.manifests.Manifests;
import dev.customscheduler.manifests.Outcome;
import dev.customscheduler.operator.status.ConditionType;
import dev.customscheduler.testbed.TestBed;
import dev.customscheduler.testbed.junit.Namespace;
import dev.customscheduler.testbed.junit.TestBedTest;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.PolicyRuleBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An operator or a scheduler that may not do what it needs to do. */
@TestBedTest
class PermissionsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private final TestBed bed;
    private final KubernetesClient client;
    private final Schedulers schedulers;

    PermissionsTest(TestBed bed) {
        this.bed = bed;
        client = bed.client();
        schedulers = new Schedulers(client);
    }

    private static PolicyRule rule(List<String> groups, List<String> resources, String... verbs) {
        return new PolicyRuleBuilder()
                .withApiGroups(groups)
                .withResources(resources)
                .withVerbs(verbs)
                .build();
    }

    /** What an operator needs for its own work, and what the scheduler of a resource needs. */
    private ClusterRole role(String name, String yaml) {
        var rules = new ArrayList<PolicyRule>();
        rules.add(rule(
                List.of("", "apps", "coordination.k8s.io", "policy", "networking.k8s.io", "rbac.authorization.k8s.io"),
                List.of(
                        "configmaps",
                        "serviceaccounts",
                        "services",
                        "deployments",
                        "leases",
                        "poddisruptionbudgets",
                        "networkpolicies",
                        "clusterroles",
                        "clusterrolebindings",
                        "roles",
                        "rolebindings"),
                "get",
                "list",
                "watch",
                "create",
                "patch",
                "update",
                "delete"));
        rules.add(rule(List.of("customscheduler.dev"), List.of("*"), "*"));
        rules.add(rule(List.of("", "apps"), List.of("pods", "namespaces", "replicasets"), "get", "list", "watch"));
        rules.add(rule(List.of("authorization.k8s.io"), List.of("subjectaccessreviews"), "create"));
        var rendered = (Outcome.Rendered) Manifests.of(
                client.getKubernetesSerialization()
                        .unmarshal(yaml, dev.customscheduler.crds.v1alpha1.CustomScheduler.class),
                Environment.defaults("test"));
        rendered.rules().forEach(r -> rules.add(r.rule()));
        return new ClusterRoleBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withRules(rules)
                .build();
    }

    @Test
    void aRuleThatTheOperatorLacksIsNamed(@Namespace String namespace) {
        String yaml = Schedulers.yaml("escalated", namespace);
        var whole = role("test-operator-role-" + namespace, yaml);
        var lacking = new ClusterRoleBuilder(whole)
                .withRules(whole.getRules().stream()
                        .filter(r -> !r.getResources().contains("pods/binding"))
                        .toList())
                .build();
        client.resource(lacking).create();
        try (var operator = TestOperator.start(
                bed, bed.newNamespace("operator"), whole.getMetadata().getName(), Duration.ofMinutes(10))) {
            schedulers.apply(yaml);
            var stalled = schedulers.awaitCondition("escalated", ConditionType.STALLED, "True", "Forbidden");
            assertThat(stalled.getMessage())
                    .contains("ClusterRole customscheduler.dev:escalated", "create pods/binding")
                    .doesNotContain("APIGroups");
            assertThat(client.apps().deployments().inNamespace(namespace).list().getItems())
                    .isEmpty();
            long mark = operator.audit().mark();

            client.resource(whole).update();
            await().atMost(PATIENCE)
                    .until(() -> client.apps()
                                    .deployments()
                                    .inNamespace(namespace)
                                    .withName("escalated")
                                    .get()
                            != null);
            assertThat(operator.audit().writesSince(mark)).hasSizeLessThan(100);
            schedulers.delete("escalated");
        }
        client.resource(whole).delete();
    }
}
