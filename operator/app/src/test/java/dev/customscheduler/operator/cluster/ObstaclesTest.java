package dev.customscheduler.operator.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.customscheduler.operator.status.ConditionType;
import dev.customscheduler.testbed.TestBed;
import dev.customscheduler.testbed.junit.Namespace;
import dev.customscheduler.testbed.junit.TestBedTest;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What can stand in a resource's way: each is told in its status, leaves what runs alone, and passes. */
@TestBedTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ObstaclesTest {
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private final KubernetesClient client;
    private final Schedulers schedulers;
    private final TestOperator operator;

    ObstaclesTest(TestBed bed) {
        client = bed.client();
        schedulers = new Schedulers(client);
        operator = TestOperator.start(bed, bed.newNamespace("operator"), "cluster-admin", Duration.ofMinutes(10));
    }

    @AfterAll
    void stop() {
        operator.close();
    }

    private boolean deployed(String namespace, String name) {
        return client.apps().deployments().inNamespace(namespace).withName(name).get() != null;
    }

    @Test
    void aForeignObjectIsNeitherAdoptedNorBoundTo(@Namespace String namespace) {
        var account = new ServiceAccountBuilder()
                .withNewMetadata()
                .withName("foreign")
                .withNamespace(namespace)
                .endMetadata()
                .build();
        var foreign = client.resource(account).create();
        var resource = schedulers.apply(Schedulers.yaml("foreign", namespace));
        var stalled = schedulers.awaitCondition("foreign", ConditionType.STALLED, "True", "ForeignObject");
        assertThat(stalled.getMessage()).contains("ServiceAccount " + namespace + "/foreign");
        assertThat(new OwnedObjects(client, namespace).of(resource)).isEmpty();
        assertThat(client.resource(account).get().getMetadata().getResourceVersion())
                .isEqualTo(foreign.getMetadata().getResourceVersion());

        client.resource(account).delete();
        await().atMost(PATIENCE).until(() -> deployed(namespace, "foreign"));
        schedulers.delete("foreign");
    }

    @Test
    void aMissingNamespaceIsAwaited(@Namespace String other) {
        String namespace = other + "-late";
        schedulers.apply(Schedulers.yaml("late", namespace));
        var stalled = schedulers.awaitCondition("late", ConditionType.STALLED, "True", "NamespaceNotFound");
        assertThat(stalled.getMessage()).contains(namespace);
        var made = new NamespaceBuilder()
                .withNewMetadata()
                .withName(namespace)
                .endMetadata()
                .build();
        client.resource(made).create();
        await().atMost(PATIENCE).until(() -> deployed(namespace, "late"));

        client.resource(made).delete();
        await().atMost(PATIENCE)
                .until(
                        () -> schedulers.get("late").getStatus(),
                        s -> Schedulers.condition(s, ConditionType.READY)
                                .filter(c -> c.getReason().startsWith("Namespace"))
                                .isPresent());
        await().atMost(PATIENCE).until(() -> client.resource(made).get() == null);
        schedulers.awaitCondition("late", ConditionType.STALLED, "True", "NamespaceNotFound");
        client.resource(made).create();
        await().atMost(PATIENCE).until(() -> deployed(namespace, "late"));
        schedulers.delete("late");
        client.resource(made).delete();
    }

    @Test
    void twoOfOneNameDoNotBothRun(@Namespace String namespace) {
        schedulers.apply(Schedulers.yaml("name-first", namespace, "{profiles: [{schedulerName: wanted}]}", ""));
        schedulers.awaitStatus("name-first", s -> s.schedulerNames() != null);
        schedulers.apply(Schedulers.yaml("name-second", namespace, "{profiles: [{schedulerName: wanted}]}", ""));
        var stalled = schedulers.awaitCondition("name-second", ConditionType.STALLED, "True", "SchedulerNameConflict");
        assertThat(stalled.getMessage()).contains("wanted", "CustomScheduler name-first");
        assertThat(deployed(namespace, "name-second")).isFalse();

        schedulers.delete("name-first");
        await().atMost(PATIENCE).until(() -> deployed(namespace, "name-second"));
        schedulers.delete("name-second");
    }

    @Test
    void twoOfOneLeaseDoNotBothRun(@Namespace String namespace) {
        String lock = "{leaderElection: {resourceName: lock}, profiles: [{schedulerName: %s}]}";
        schedulers.apply(Schedulers.yaml("lease-first", namespace, lock.formatted("lease-a"), ""));
        schedulers.awaitStatus("lease-first", s -> s.lease() != null);
        schedulers.apply(Schedulers.yaml("lease-second", namespace, lock.formatted("lease-b"), ""));
        var stalled = schedulers.awaitCondition("lease-second", ConditionType.STALLED, "True", "LeaseConflict");
        assertThat(stalled.getMessage()).contains(namespace + "/lock", "CustomScheduler lease-first");

        schedulers.apply(Schedulers.yaml(
                "lease-first", namespace, lock.formatted("lease-a").replace("lock", "other-lock"), ""));
        await().atMost(PATIENCE).until(() -> deployed(namespace, "lease-second"));
        schedulers.delete("lease-first");
        schedulers.delete("lease-second");
    }

    @Test
    void theDefaultSchedulersNameIsReserved(@Namespace String namespace) {
        schedulers.apply(
                Schedulers.yaml("reserved", namespace, "{profiles: [{schedulerName: default-scheduler}]}", ""));
        schedulers.awaitCondition("reserved", ConditionType.STALLED, "True", "InvalidConfiguration");
        schedulers.apply(Schedulers.yaml(
                "reserved",
                namespace,
                "{profiles: [{schedulerName: default-scheduler}]}",
                "  replacesDefaultScheduler: true"));
        await().atMost(PATIENCE).until(() -> deployed(namespace, "reserved"));
        schedulers.delete("reserved");
    }

    @Test
    void anInvalidEditLeavesTheRunningSchedulerAlone(@Namespace String namespace) {
        schedulers.apply(Schedulers.yaml("edited", namespace));
        await().atMost(PATIENCE).until(() -> deployed(namespace, "edited"));
        var objects = new OwnedObjects(client, namespace);
        var resource = schedulers.get("edited");
        schedulers.awaitStatus("edited", s -> s.currentRevision() != null);
        var before = client.apps()
                .deployments()
                .inNamespace(namespace)
                .withName("edited")
                .get();

        schedulers.apply(Schedulers.yaml(
                "edited",
                namespace,
                "{profiles: [{schedulerName: edited, plugins: {score: {enabled: [{name: NodeResourcesFitt}]}}}]}",
                ""));
        var stalled = schedulers.awaitCondition("edited", ConditionType.STALLED, "True", "InvalidConfiguration");
        assertThat(stalled.getMessage()).contains("spec.configuration.profiles[0].plugins", "NodeResourcesFitt");
        schedulers.awaitCondition("edited", ConditionType.CONFIGURATION_VALID, "False", "InvalidConfiguration");
        var after = client.apps()
                .deployments()
                .inNamespace(namespace)
                .withName("edited")
                .get();
        assertThat(after.getSpec()).isEqualTo(before.getSpec());
        assertThat(objects.of(resource)).hasSize(12);
        assertThat(schedulers.get("edited").getStatus().schedulerNames()).containsExactly("edited");
        schedulers.delete("edited");
    }

    @Test
    void aReferencedConfigurationIsFollowed(@Namespace String namespace) {
        schedulers.apply("""
                apiVersion: customscheduler.dev/v1alpha1
                kind: CustomScheduler
                metadata: {name: referring}
                spec:
                  namespace: %s
                  runtime: {type: KubeScheduler, version: "1.37"}
                  configurationFrom: {configMapKeyRef: {name: theirs, key: config.yaml}}
                """.formatted(namespace));
        schedulers.awaitCondition("referring", ConditionType.CONFIGURATION_VALID, "False", "ConfigurationNotFound");

        var theirs = new ConfigMapBuilder()
                .withNewMetadata()
                .withName("theirs")
                .withNamespace(namespace)
                .endMetadata()
                .withData(Map.of("config.yaml", configuration("referred")))
                .build();
        client.resource(theirs).create();
        schedulers.awaitStatus("referring", s -> "referred".equals(s.schedulers()));

        theirs.setData(Map.of("config.yaml", configuration("referred-again")));
        client.resource(theirs).update();
        schedulers.awaitStatus("referring", s -> "referred-again".equals(s.schedulers()));

        theirs.setData(Map.of("config.yaml", "profiles: {"));
        client.resource(theirs).update();
        var invalid = schedulers.awaitCondition(
                "referring", ConditionType.CONFIGURATION_VALID, "False", "InvalidConfiguration");
        assertThat(invalid.getMessage()).contains("theirs");
        assertThat(deployed(namespace, "referring")).isTrue();
        schedulers.delete("referring");
    }

    private static String configuration(String name) {
        return """
                apiVersion: kubescheduler.config.k8s.io/v1
                kind: KubeSchedulerConfiguration
                profiles:
                - schedulerName: %s
                """.formatted(name);
    }

    @Test
    void garbageBesideAGoodResourceStopsNothing(@Namespace String namespace) {
        String[] garbage = {
            "{x: \"" + "z".repeat(1 << 20) + "\"}",
            "{parallelism: " + "9".repeat(300) + ", percentageOfNodesToScore: [{}], profiles: 7, extenders: \"\"}",
            "{profiles: [[], {}, null, 7, {schedulerName: {a: 1}}, {schedulerName: 3000000000}]}",
            "{apiVersion: 7, kind: [], leaderElection: \"no\"}",
        };
        for (int i = 0; i < garbage.length; i++) {
            schedulers.send(Schedulers.yaml("garbage-" + i, namespace, garbage[i], ""));
        }
        schedulers.apply(Schedulers.yaml("good", namespace));
        await().atMost(PATIENCE).until(() -> deployed(namespace, "good"));
        for (int i = 0; i < garbage.length; i++) {
            var admitted = client.genericKubernetesResources("customscheduler.dev/v1alpha1", "CustomScheduler")
                    .withName("garbage-" + i);
            if (admitted.get() != null) {
                schedulers.awaitCondition("garbage-" + i, ConditionType.STALLED, "True", "InvalidConfiguration");
                admitted.delete();
            }
        }
        schedulers.delete("good");
    }
}
