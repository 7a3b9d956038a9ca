package dev.customscheduler.runtime.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.customscheduler.config.LeaderElection;
import dev.customscheduler.runtime.client.AccessLoader;
import dev.customscheduler.runtime.client.ApiClient;
import dev.customscheduler.runtime.client.TokenBucket;
import dev.customscheduler.runtime.testing.Wire;
import dev.customscheduler.testbed.TestBed;
import dev.customscheduler.testbed.junit.Namespace;
import dev.customscheduler.testbed.junit.TestBedTest;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

@TestBedTest
class LeaderElectorTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static LeaderElection settings(String namespace) {
        return new LeaderElection(
                true,
                Duration.ofSeconds(3),
                Duration.ofSeconds(2),
                Duration.ofMillis(250),
                "leases",
                "lock",
                namespace);
    }

    private static final class Candidate implements LeaderElector.Callbacks, AutoCloseable {
        private final ApiClient client;
        private final LeaderElector elector;
        private final AtomicLong startedAt = new AtomicLong();
        private final AtomicBoolean stopped = new AtomicBoolean();

        private Candidate(Path kubeconfig, String namespace, String identity) throws IOException {
            client = new ApiClient(AccessLoader.load(kubeconfig.toString(), ""), new TokenBucket(-1, 1), "test");
            elector = new LeaderElector(client, settings(namespace), identity, "a-scheduler", this);
            elector.start();
        }

        @Override
        public void startedLeading() {
            startedAt.set(System.nanoTime());
        }

        @Override
        public void stoppedLeading() {
            stopped.set(true);
        }

        @Override
        public void newLeader(String identity) {}

        @Override
        public void close() throws InterruptedException {
            elector.close();
            client.close();
        }
    }

    private static Lease lease(TestBed bed, String namespace) {
        return bed.client().leases().inNamespace(namespace).withName("lock").get();
    }

    @Test
    void handsOverAtOnceWhenStoppedCleanly(TestBed bed, @Namespace String namespace) throws Exception {
        try (Candidate first = new Candidate(bed.adminKubeconfig(), namespace, "first")) {
            await().atMost(PATIENCE).until(first.elector::leading);
            assertThat(first.elector.mayWrite()).isTrue();
            try (Candidate second = new Candidate(bed.adminKubeconfig(), namespace, "second")) {
                await().during(Duration.ofSeconds(4)).atMost(PATIENCE).until(() -> !second.elector.leading());
                first.elector.close();
                assertThat(first.elector.mayWrite()).isFalse();
                assertThat(first.stopped).isTrue();
                await().atMost(Duration.ofSeconds(2)).until(second.elector::leading);
                Lease lease = lease(bed, namespace);
                assertThat(lease.getSpec().getHolderIdentity()).isEqualTo("second");
                assertThat(lease.getSpec().getLeaseTransitions()).isEqualTo(1);
            }
            assertThat(lease(bed, namespace).getSpec().getHolderIdentity()).isEmpty();
        }
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(bed.client()
                                .v1()
                                .events()
                                .inNamespace(namespace)
                                .list()
                                .getItems())
                        .anySatisfy(event -> {
                            assertThat(event.getReason()).isEqualTo("LeaderElection");
                            assertThat(event.getMessage()).isEqualTo("first became leader");
                            assertThat(event.getInvolvedObject().getKind()).isEqualTo("Lease");
                            assertThat(event.getSource().getComponent()).isEqualTo("a-scheduler");
                        }));
    }

    @Test
    void closesTheFenceBeforeAnotherLeads(TestBed bed, @Namespace String namespace) throws Exception {
        try (Wire wire = new Wire(bed.apiServer());
                Candidate cutOff = new Candidate(wire.kubeconfig(bed.adminKubeconfig()), namespace, "cut-off")) {
            await().atMost(PATIENCE).until(cutOff.elector::leading);
            try (Candidate other = new Candidate(bed.adminKubeconfig(), namespace, "other")) {
                wire.cut();
                while (cutOff.elector.mayWrite()) {
                    assertThat(other.startedAt).hasValue(0);
                    Thread.yield();
                }
                long closed = System.nanoTime();
                await().atMost(PATIENCE).until(cutOff.stopped::get);
                await().atMost(PATIENCE).until(other.elector::leading);
                assertThat(other.startedAt.get()).isGreaterThan(closed);
                assertThat(cutOff.elector.mayWrite()).isFalse();
            }
        }
    }
}
