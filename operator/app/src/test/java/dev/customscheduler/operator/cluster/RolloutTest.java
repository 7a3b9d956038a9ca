package dev.customscheduler.operator.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.customscheduler.operator.status.ConditionType;
import dev.customscheduler.testbed.TestBed;
import dev.customscheduler.testbed.fake.FakeNode;
import dev.customscheduler.testbed.junit.Namespace;
import dev.customscheduler.testbed.junit.TestBedTest;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuotaBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Rollouts that do not come to their end. */
@TestBedTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RolloutTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final TestBed bed;
    private final KubernetesClient client;
    private final Schedulers schedulers;
    private final TestOperator operator;
    private final List<Node> nodes;

    RolloutTest(TestBed bed) {
        this.bed = bed;
        client = bed.client();
        schedulers = new Schedulers(client);
        nodes = bed.fakeNodes().add(1, FakeNode.of("rollout").cpu("8"));
        operator = TestOperator.start(bed, bed.newNamespace("operator"), "cluster-admin", Duration.ofSeconds(2));
    }

    @AfterAll
    void stop() {
        operator.close();
        bed.fakeNodes().remove(nodes);
    }

    private static String yaml(String name, String namespace, String more) {
        return Schedulers.yaml(
                name,
                namespace,
                "{profiles: [{schedulerName: " + name + "}]}",
                "  rollout: {progressDeadlineSeconds: 10}\n" + more);
    }

    private Deployment deployment(String namespace, String name) {
        return client.apps().deployments().inNamespace(namespace).withName(name).get();
    }

    @Test
    void aFailedRolloutGoesBackOnceAndStaysBack(@Namespace String namespace) {
        schedulers.apply(yaml("back", namespace, ""));
        await().atMost(PATIENCE).until(() -> deployment(namespace, "back") != null);
        client.leases()
                .inNamespace(namespace)
                .withName("back")
                .edit(l -> new LeaseBuilder(l)
                        .editOrNewSpec()
                        .withHolderIdentity("back-pod_1")
                        .withLeaseDurationSeconds(3_600)
                        .withRenewTime(ZonedDateTime.now(ZoneOffset.UTC))
                        .endSpec()
                        .build());
        schedulers.awaitCondition("back", ConditionType.READY, "True", "AsDeclared");

        schedulers.apply(yaml("back", namespace, "  deployment: {nodeSelector: {nowhere: \"true\"}}"));
        await().atMost(PATIENCE)
                .until(() -> Schedulers.condition(schedulers.get("back").getStatus(), ConditionType.STALLED)
                        .filter(c -> "RolledBack".equals(c.getReason()))
                        .isPresent());
        assertThat(deployment(namespace, "back")
                        .getSpec()
                        .getTemplate()
                        .getSpec()
                        .getNodeSelector())
                .doesNotContainKey("nowhere");
        await().atMost(PATIENCE)
                .until(() -> Integer.valueOf(2)
                        .equals(schedulers.get("back").getStatus().readyReplicas()));
        schedulers.awaitCondition("back", ConditionType.AVAILABLE, "True", "MinimumReplicasAvailable");

        long mark = operator.audit().mark();
        double reconciliations = operator.reconciliations();
        await().atMost(PATIENCE).until(() -> operator.reconciliations() >= reconciliations + 2);
        assertThat(operator.audit().writesSince(mark).stream()
                        .filter(e -> e.resource().equals("deployments")))
                .isEmpty();

        schedulers.apply(yaml("back", namespace, "  deployment: {podAnnotations: {again: \"true\"}}"));
        schedulers.awaitCondition("back", ConditionType.READY, "True", "AsDeclared");
        assertThat(deployment(namespace, "back")
                        .getSpec()
                        .getTemplate()
                        .getMetadata()
                        .getAnnotations())
                .containsKey("again");
        schedulers.delete("back");
    }

    @Test
    void aQuotaThatForbidsPodsIsTold(@Namespace String namespace) {
        client.resource(new ResourceQuotaBuilder()
                        .withNewMetadata()
                        .withName("none")
                        .withNamespace(namespace)
                        .endMetadata()
                        .withNewSpec()
                        .withHard(Map.of("pods", new Quantity("0")))
                        .endSpec()
                        .build())
                .create();
        schedulers.apply(yaml("quota", namespace, ""));
        var available = schedulers.awaitCondition("quota", ConditionType.AVAILABLE, "False", "PodsNotCreated");
        assertThat(available.getMessage()).contains("exceeded quota");
        schedulers.awaitCondition("quota", ConditionType.STALLED, "True", "ProgressDeadlineExceeded");
        schedulers.delete("quota");
    }
}
