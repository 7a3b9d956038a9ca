package dev.customscheduler.operator.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.customscheduler.crds.v1alpha1.CustomScheduler;
import dev.customscheduler.operator.status.ConditionType;
import dev.customscheduler.testbed.TestBed;
import dev.customscheduler.testbed.fake.FakeNode;
import dev.customscheduler.testbed.junit.Namespace;
import dev.customscheduler.testbed.junit.TestBedTest;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A resource's life: its objects come, stay as they are, are mended, and go. */
@TestBedTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LifecycleTest {
    /** All kinds there are, with two replicas and leader election. */
    private static final int OBJECTS = 12;

    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final Duration RESYNC = Duration.ofSeconds(1);

    private final TestBed bed;
    private final KubernetesClient client;
    private final Schedulers schedulers;
    private final String operatorNamespace;
    private final TestOperator operator;

    LifecycleTest(TestBed bed) {
        this.bed = bed;
        client = bed.client();
        schedulers = new Schedulers(client);
        operatorNamespace = bed.newNamespace("operator");
        operator = TestOperator.start(bed, operatorNamespace, "cluster-admin", RESYNC);
    }

    @AfterAll
    void stop() {
        operator.close();
    }

    private Map<String, HasMetadata> awaitObjects(CustomScheduler owner, String namespace) {
        var objects = new OwnedObjects(client, namespace);
        return await().atMost(PATIENCE).until(() -> objects.of(owner), all -> all.size() == OBJECTS);
    }

    private void holdLease(String namespace, String name, String holder) {
        client.leases()
                .inNamespace(namespace)
                .withName(name)
                .edit(l -> new LeaseBuilder(l)
                        .editOrNewSpec()
                        .withHolderIdentity(holder)
                        .withLeaseDurationSeconds(60)
                        .withRenewTime(ZonedDateTime.now(ZoneOffset.UTC))
                        .endSpec()
                        .build());
    }

    @Test
    void everythingComesAndGoesAndComesAgain(@Namespace String namespace) {
        var first = schedulers.apply(Schedulers.yaml("comes", namespace));
        awaitObjects(first, namespace);
        assertThat(schedulers.get("comes").getMetadata().getFinalizers()).isEmpty();

        schedulers.delete("comes");
        var second = schedulers.apply(Schedulers.yaml("comes", namespace));
        assertThat(second.getMetadata().getUid())
                .isNotEqualTo(first.getMetadata().getUid());
        awaitObjects(second, namespace);

        schedulers.delete("comes");
        var objects = new OwnedObjects(client, namespace);
        await().atMost(PATIENCE)
                .until(() -> objects.of(first).isEmpty() && objects.of(second).isEmpty());
    }

    @Test
    void anIdleResourceIsNotWritten(@Namespace String namespace) {
        var nodes = bed.fakeNodes().add(1, FakeNode.of("idle").cpu("8"));
        var resource = schedulers.apply(Schedulers.yaml("idle", namespace));
        awaitObjects(resource, namespace);
        holdLease(namespace, "idle", "idle-pod_1");
        schedulers.awaitCondition("idle", ConditionType.READY, "True", "AsDeclared");

        var objects = new OwnedObjects(client, namespace);
        var before = schedulers.get("idle");
        var versions = OwnedObjects.versions(objects.of(resource));
        long mark = operator.audit().mark();
        double reconciliations = operator.reconciliations();
        await().atMost(PATIENCE).until(() -> operator.reconciliations() >= reconciliations + 3);
        assertThat(operator.audit().writesSince(mark)).isEmpty();
        assertThat(OwnedObjects.versions(objects.of(resource))).isEqualTo(versions);
        assertThat(schedulers.get("idle").getMetadata().getResourceVersion())
                .isEqualTo(before.getMetadata().getResourceVersion());

        try (var restarted = TestOperator.start(bed, operatorNamespace, "cluster-admin", RESYNC)) {
            await().atMost(PATIENCE).until(() -> restarted.reconciliations() >= 3);
            assertThat(restarted.health("/readyz")).isEqualTo(200);
            assertThat(operator.audit().writesSince(mark)).isEmpty();
        }
        assertThat(schedulers.get("idle").getStatus()).isEqualTo(before.getStatus());
        schedulers.delete("idle");
        bed.fakeNodes().remove(nodes);
    }

    @Test
    void whatWasChangedOrDeletedIsMended(@Namespace String namespace) {
        var resource = schedulers.apply(Schedulers.yaml("mended", namespace));
        var made = awaitObjects(resource, namespace);
        var objects = new OwnedObjects(client, namespace);

        made.values()
                .forEach(
                        o -> client.resource(o)
                                .patch(
                                        PatchContext.of(PatchType.JSON),
                                        "[{\"op\": \"remove\", \"path\": \"/metadata/labels/app.kubernetes.io~1managed-by\"}]"));
        await().atMost(PATIENCE)
                .until(() -> objects.of(resource).values().stream()
                        .allMatch(o -> o.getMetadata().getLabels().containsKey("app.kubernetes.io/managed-by")));

        client.apps().deployments().inNamespace(namespace).withName("mended").scale(0);
        client.rbac().clusterRoles().withName("customscheduler.dev:mended").edit(r -> {
            r.getRules().clear();
            return r;
        });
        await().atMost(PATIENCE)
                .until(() -> client.apps()
                                        .deployments()
                                        .inNamespace(namespace)
                                        .withName("mended")
                                        .get()
                                        .getSpec()
                                        .getReplicas()
                                == 2
                        && !client.rbac()
                                .clusterRoles()
                                .withName("customscheduler.dev:mended")
                                .get()
                                .getRules()
                                .isEmpty());

        var uids = uids(made);
        made.values().forEach(o -> client.resource(o).delete());
        await().atMost(PATIENCE).until(() -> {
            var now = objects.of(resource);
            return now.keySet().equals(made.keySet()) && Collections.disjoint(uids(now), uids);
        });
        schedulers.delete("mended");
    }

    private static Set<String> uids(Map<String, HasMetadata> objects) {
        return objects.values().stream().map(o -> o.getMetadata().getUid()).collect(Collectors.toSet());
    }

    @Test
    void whatIsNoLongerDeclaredGoes(@Namespace String namespace) {
        var resource = schedulers.apply(Schedulers.yaml("fewer", namespace));
        awaitObjects(resource, namespace);
        schedulers.apply(Schedulers.yaml(
                "fewer",
                namespace,
                "{leaderElection: {leaderElect: false}, profiles: [{schedulerName: fewer}]}",
                "  replicas: 1\n  networkPolicy: {enabled: false}"));
        var objects = new OwnedObjects(client, namespace);
        await().atMost(PATIENCE)
                .until(
                        () -> objects.of(resource).keySet(),
                        all -> all.stream()
                                .noneMatch(o -> o.startsWith("Lease")
                                        || o.startsWith("Role ")
                                        || o.startsWith("PodDisruptionBudget")
                                        || o.startsWith("NetworkPolicy")));
        schedulers.delete("fewer");
    }

    @Test
    void oldConfigurationsAreKeptUpToTheLimit(@Namespace String namespace) {
        var resource = schedulers.apply(yaml(namespace, 1));
        for (int parallelism = 1; parallelism <= 5; parallelism++) {
            schedulers.apply(yaml(namespace, parallelism));
            int now = parallelism;
            schedulers.awaitStatus(
                    "history", s -> revision(namespace, s.currentRevision()).contains("parallelism: " + now));
        }
        var objects = new OwnedObjects(client, namespace);
        await().atMost(PATIENCE)
                .until(() -> objects.of(resource).keySet().stream()
                                .filter(k -> k.startsWith("ConfigMap"))
                                .count()
                        <= 4);
        schedulers.delete("history");
    }

    private static String yaml(String namespace, int parallelism) {
        return Schedulers.yaml(
                "history",
                namespace,
                "{parallelism: " + parallelism + ", profiles: [{schedulerName: history}]}",
                "  revisionHistoryLimit: 1\n  replicas: 1");
    }

    private String revision(String namespace, @Nullable String name) {
        var map = name == null
                ? null
                : client.configMaps().inNamespace(namespace).withName(name).get();
        return map == null ? "" : String.join("\n", map.getData().values());
    }

    @Test
    void renewalsOfTheLeaseAreNoReason(@Namespace String namespace) {
        var resource = schedulers.apply(Schedulers.yaml("renewed", namespace));
        awaitObjects(resource, namespace);
        holdLease(namespace, "renewed", "a_1");
        schedulers.awaitStatus("renewed", s -> "a_1".equals(s.leader()));
        holdLease(namespace, "renewed", "b_2");
        schedulers.awaitStatus("renewed", s -> "b_2".equals(s.leader()));
        String version = schedulers.get("renewed").getMetadata().getResourceVersion();
        for (int i = 0; i < 20; i++) {
            holdLease(namespace, "renewed", "b_2");
        }
        double before = operator.reconciliations();
        await().atMost(PATIENCE).until(() -> operator.reconciliations() > before + 1);
        assertThat(schedulers.get("renewed").getMetadata().getResourceVersion()).isEqualTo(version);
        schedulers.delete("renewed");
    }
}
