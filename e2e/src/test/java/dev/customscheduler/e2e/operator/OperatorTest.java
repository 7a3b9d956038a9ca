package dev.customscheduler.e2e.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.customscheduler.crds.v1alpha1.CustomScheduler;
import dev.customscheduler.crds.v1alpha1.CustomSchedulerStatus;
import dev.customscheduler.testbed.TestBed;
import dev.customscheduler.testbed.fake.FakeNode;
import dev.customscheduler.testbed.junit.Namespace;
import dev.customscheduler.testbed.junit.TestBedTest;
import dev.customscheduler.testbed.node.ProcessNode;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * The whole path: the chart's operator, under the chart's RBAC, makes of a resource a real kube-scheduler that binds
 * pods with nothing but its own service account's token.
 */
@TestBedTest(own = OperatorTest.Everything.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OperatorTest {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    /** The control plane with fake nodes, and a scheduler for the pods of the operator and of its schedulers. */
    static final class Everything implements UnaryOperator<TestBed.Builder> {
        @Override
        public TestBed.Builder apply(TestBed.Builder builder) {
            return builder.controllerManager().scheduler().kwok();
        }
    }

    private final TestBed bed;
    private final KubernetesClient client;

    OperatorTest(TestBed bed) {
        this.bed = bed;
        client = bed.client();
    }

    @BeforeAll
    void install() throws IOException, InterruptedException {
        Installation.install(bed);
        bed.fakeNodes().add(3, FakeNode.of("worker").cpu("8").memory("16Gi").label("worker", "true"));
    }

    private void apply(String name, String namespace) {
        var resource = client.getKubernetesSerialization()
                .<CustomScheduler>unmarshal(
                        """
                        apiVersion: customscheduler.dev/v1alpha1
                        kind: CustomScheduler
                        metadata: {name: %s}
                        spec:
                          namespace: %s
                          runtime: {type: KubeScheduler, version: "1.37"}
                          configuration:
                            leaderElection: {leaseDuration: 6s, renewDeadline: 4s, retryPeriod: 1s}
                            profiles:
                            - schedulerName: %s
                          deployment:
                            nodeSelector: {%s: "true"}
                        """.formatted(name, namespace, name, ProcessNode.LABEL), CustomScheduler.class);
        client.resource(resource).fieldManager("test").serverSideApply();
    }

    private CustomSchedulerStatus awaitStatus(String name, Predicate<CustomSchedulerStatus> wish) {
        try {
            return await().atMost(PATIENCE)
                    .until(
                            () -> client.resources(CustomScheduler.class)
                                    .withName(name)
                                    .get()
                                    .getStatus(),
                            s -> s != null && wish.test(s));
        } catch (org.awaitility.core.ConditionTimeoutException e) {
            throw new AssertionError(
                    "status: "
                            + client.resources(CustomScheduler.class)
                                    .withName(name)
                                    .get()
                                    .getStatus(),
                    e);
        }
    }

    private static Optional<Condition> condition(CustomSchedulerStatus status, String type) {
        return Objects.requireNonNullElse(status.conditions(), List.<Condition>of()).stream()
                .filter(c -> type.equals(c.getType()))
                .findFirst();
    }

    private static boolean ready(CustomSchedulerStatus status) {
        return condition(status, "Ready")
                .filter(c -> "True".equals(c.getStatus()))
                .isPresent();
    }

    private void createPods(String namespace, String scheduler, String prefix, int count) {
        for (int i = 0; i < count; i++) {
            client.resource(new PodBuilder()
                            .withNewMetadata()
                            .withName(prefix + "-" + i)
                            .withNamespace(namespace)
                            .endMetadata()
                            .withNewSpec()
                            .withSchedulerName(scheduler)
                            .addToNodeSelector("worker", "true")
                            .addNewContainer()
                            .withName("main")
                            .withImage("example.invalid/main")
                            .withNewResources()
                            .withRequests(Map.of("cpu", new Quantity("100m")))
                            .endResources()
                            .endContainer()
                            .endSpec()
                            .build())
                    .create();
        }
    }

    private void awaitBound(String namespace, String prefix, int count) {
        await().atMost(PATIENCE)
                .until(() -> client.pods().inNamespace(namespace).list().getItems().stream()
                                .filter(p -> p.getMetadata().getName().startsWith(prefix + "-")
                                        && p.getSpec().getNodeName() != null
                                        && p.getSpec().getNodeName().startsWith("worker"))
                                .count()
                        == count);
    }

    @Test
    void aKubeSchedulerRunsAndBindsPods(@Namespace String namespace) {
        apply("binds", namespace);
        var status = awaitStatus("binds", OperatorTest::ready);
        assertThat(status.readyReplicas()).isEqualTo(2);
        assertThat(status.schedulers()).isEqualTo("binds");
        assertThat(status.leader()).startsWith("binds-");
        createPods(namespace, "binds", "pod", 20);
        awaitBound(namespace, "pod", 20);
        assertThat(client.v1().events().inNamespace(namespace).list().getItems())
                .as("the scheduler may write events")
                .anyMatch(e -> "Scheduled".equals(e.getReason()) && "binds".equals(e.getReportingComponent()));
        client.resources(CustomScheduler.class).withName("binds").delete();
        await().atMost(PATIENCE)
                .until(() ->
                        client.leases().inNamespace(namespace).withName("binds").get() == null
                                && client.rbac()
                                                .clusterRoles()
                                                .withName("customscheduler.dev:binds")
                                                .get()
                                        == null);
    }

    @Test
    void aRuleThatTheChartsRoleLacksIsNamed(@Namespace String namespace) {
        var whole = client.rbac().clusterRoles().withName(Installation.RELEASE).get();
        client.rbac()
                .clusterRoles()
                .withName(Installation.RELEASE)
                .edit(r -> new ClusterRoleBuilder(r)
                        .withRules(r.getRules().stream()
                                .filter(rule -> !rule.getResources().contains("pods/binding"))
                                .toList())
                        .build());
        apply("lacks", namespace);
        var status = awaitStatus(
                "lacks",
                s -> condition(s, "Stalled")
                        .filter(c -> "Forbidden".equals(c.getReason()))
                        .isPresent());
        assertThat(condition(status, "Ready").orElseThrow().getMessage()).contains("create pods/binding");

        client.rbac()
                .clusterRoles()
                .withName(Installation.RELEASE)
                .edit(r -> new ClusterRoleBuilder(r).withRules(whole.getRules()).build());
        awaitStatus("lacks", OperatorTest::ready);
        client.resources(CustomScheduler.class).withName("lacks").delete();
    }

    @Test
    void theSecondReplicaGoesOnWhenTheLeaderIsKilled(@Namespace String namespace) {
        apply("survives", namespace);
        String leader = Objects.requireNonNull(
                awaitStatus("survives", OperatorTest::ready).leader());
        createPods(namespace, "survives", "before", 5);
        awaitBound(namespace, "before", 5);

        Pod leading = leadingPod(namespace, leader);
        kill(leading);
        // Its container would be started again, and could be the first to find the lease run out.
        client.resource(leading).withGracePeriod(0).delete();
        createPods(namespace, "survives", "after", 5);
        awaitBound(namespace, "after", 5);
        var status = awaitStatus("survives", s -> s.leader() != null && !leader.equals(s.leader()));
        assertThat(podOf(Objects.requireNonNull(status.leader()))).isNotEqualTo(podOf(leader));
        awaitStatus("survives", OperatorTest::ready);
        client.resources(CustomScheduler.class).withName("survives").delete();
    }

    private static String podOf(String identity) {
        return identity.substring(0, identity.indexOf('_'));
    }

    private Pod leadingPod(String namespace, String identity) {
        return client.pods().inNamespace(namespace).withName(podOf(identity)).get();
    }

    /** A process node's container id is its process. */
    private static void kill(Pod pod) {
        String id = pod.getStatus().getContainerStatuses().getFirst().getContainerID();
        ProcessHandle.of(Long.parseLong(id.substring("process://".length())))
                .orElseThrow()
                .destroyForcibly();
    }
}
