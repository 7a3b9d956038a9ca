package dev.customscheduler.operator.dependent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.customscheduler.operator.status.Reason;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.ConnectException;
import org.junit.jupiter.api.Test;

class RefusalsTest {
    private static Applied.Failed failed(int code, String message) {
        var role = new ClusterRoleBuilder()
                .withNewMetadata()
                .withName("batch")
                .endMetadata()
                .build();
        return new Applied.Failed(
                role,
                "patch",
                new KubernetesClientException(
                        new StatusBuilder().withCode(code).withMessage(message).build()));
    }

    @Test
    void theRulesThatTheOperatorLacksAreNamed() {
        var problem = Refusals.explain(failed(403, """
                clusterroles.rbac.authorization.k8s.io "batch" is forbidden: user "system:serviceaccount:ops:operator" \
                (groups=["system:serviceaccounts" "system:authenticated"]) is attempting to grant RBAC permissions not currently held:
                {APIGroups:[""], Resources:["pods/binding"], Verbs:["create"]}
                {APIGroups:["storage.k8s.io"], Resources:["csinodes"], Verbs:["get" "list"]}"""));
        assertThat(problem.reason()).isEqualTo(Reason.Forbidden);
        assertThat(problem.needsChange()).isTrue();
        assertThat(problem.message())
                .contains("ClusterRole batch", "create pods/binding", "get|list csinodes.storage.k8s.io");
    }

    @Test
    void whatPassesByItselfIsNotStalled() {
        assertThat(Refusals.explain(failed(409, "the object has been modified")).needsChange())
                .isFalse();
        assertThat(Refusals.explain(failed(503, "etcdserver: leader changed")).needsChange())
                .isFalse();
        var refused =
                new KubernetesClientException("An error has occurred.", new ConnectException("Connection refused"));
        assertThat(Refusals.unreachable("cannot look", refused).message()).contains("Connection refused");
    }

    @Test
    void aDyingNamespaceIsNamedAsSuch() {
        var problem = Refusals.explain(
                failed(
                        403,
                        "roles \"x\" is forbidden: unable to create new content in namespace a because it is being terminated"));
        assertThat(problem.reason()).isEqualTo(Reason.NamespaceTerminating);
    }
}
