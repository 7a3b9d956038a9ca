package dev.customscheduler.operator.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.customscheduler.testbed.TestBed;
import dev.customscheduler.testbed.junit.Namespace;
import dev.customscheduler.testbed.junit.TestBedTest;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Several replicas of the operator, of which one works. */
@TestBedTest
class ReplicasTest {
    /** Longer than a lease that nobody gave up would last. */
    private static final Duration PATIENCE = Duration.ofSeconds(40);

    /** Shorter than that. */
    private static final Duration HANDOVER = Duration.ofSeconds(12);

    private final TestBed bed;
    private final KubernetesClient client;
    private final Schedulers schedulers;

    ReplicasTest(TestBed bed) {
        this.bed = bed;
        client = bed.client();
        schedulers = new Schedulers(client);
    }

    private Optional<String> holder(String namespace) {
        return Optional.ofNullable(client.leases()
                        .inNamespace(namespace)
                        .withName("operator-lock")
                        .get())
                .map(l -> l.getSpec().getHolderIdentity());
    }

    @Test
    void aStandbyTakesOverAtOnceFromOneThatStops(@Namespace String namespace) {
        var first = TestOperator.replica(bed, namespace, "first");
        try (first) {
            await().atMost(PATIENCE).until(() -> holder(namespace).equals(Optional.of("first")));
            schedulers.apply(Schedulers.yaml("handed", namespace));
            await().atMost(PATIENCE)
                    .until(() -> schedulers.get("handed").getStatus() != null
                            && schedulers.get("handed").getStatus().currentRevision() != null);
            try (var second = TestOperator.replica(bed, namespace, "second")) {
                await().atMost(PATIENCE).until(() -> second.health("/readyz") == 200);
                assertThat(second.reconciliations()).isZero();
                first.close();
                assertThat(first.outcome()).contains(true);
                await().atMost(HANDOVER).until(() -> holder(namespace).equals(Optional.of("second")));
                schedulers.apply(Schedulers.yaml("handed", namespace, "{parallelism: 3}", ""));
                await().atMost(PATIENCE).until(() -> second.reconciliations() > 0);
                schedulers.awaitStatus("handed", s -> true);
            }
        }
        schedulers.delete("handed");
    }

    @Test
    void oneThatLosesItsLeaseEnds(@Namespace String namespace) {
        try (var loser = TestOperator.replica(bed, namespace, "loser")) {
            await().atMost(PATIENCE).until(() -> holder(namespace).equals(Optional.of("loser")));
            await().atMost(PATIENCE).until(() -> loser.health("/readyz") == 200);
            client.leases()
                    .inNamespace(namespace)
                    .withName("operator-lock")
                    .edit(l -> new LeaseBuilder(l)
                            .editSpec()
                            .withHolderIdentity("thief")
                            .withLeaseDurationSeconds(3_600)
                            .endSpec()
                            .build());
            await().atMost(PATIENCE).until(() -> loser.outcome().equals(Optional.of(false)));
            assertThat(loser.health("/livez")).isEqualTo(503);
        }
    }
}
