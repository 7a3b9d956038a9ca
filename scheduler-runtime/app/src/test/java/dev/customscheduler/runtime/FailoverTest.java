package dev.customscheduler.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.customscheduler.runtime.testing.LiveScheduler;
import dev.customscheduler.runtime.testing.Pods;
import dev.customscheduler.testbed.TestBed;
import dev.customscheduler.testbed.fake.FakeNode;
import dev.customscheduler.testbed.junit.Namespace;
import dev.customscheduler.testbed.junit.TestBedTest;
import dev.customscheduler.testbed.process.Daemon;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Two replicas, 2,000 pods, 500 nodes; the leader is killed in the middle, without a chance to release its lease. */
@TestBedTest(own = FailoverTest.Audited.class)
class FailoverTest {
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final int PODS = 2000;
    private static final int NODES = 500;
    private static final String PROFILE = "failover-scheduler";

    static final class Audited implements UnaryOperator<TestBed.Builder> {
        @Override
        public TestBed.Builder apply(TestBed.Builder builder) {
            return builder.controllerManager().audit();
        }
    }

    private static String configuration(Path kubeconfig, String namespace) {
        return """
                apiVersion: kubescheduler.config.k8s.io/v1
                kind: KubeSchedulerConfiguration
                clientConnection:
                  kubeconfig: %s
                  qps: 200
                  burst: 200
                leaderElection:
                  leaderElect: true
                  resourceName: kube-scheduler
                  resourceNamespace: %s
                profiles:
                - schedulerName: %s
                """.formatted(kubeconfig, namespace, PROFILE);
    }

    @Test
    void bindsEveryPodOnceAlthoughTheLeaderIsKilled(TestBed bed, @Namespace String namespace) throws Exception {
        bed.fakeNodes().add(NODES, FakeNode.of("f"));
        Path kubeconfig = LiveScheduler.account(bed, namespace, "scheduler");
        Path file = LiveScheduler.configuration(bed, namespace, configuration(kubeconfig, namespace));
        List<String> arguments = List.of("--config=" + file, "--secure-port=0", "--v=2");
        try (Daemon first = LiveScheduler.runtime(bed, "first", arguments)) {
            await().atMost(PATIENCE).until(() -> !holder(bed, namespace).isEmpty());
            String killed = holder(bed, namespace);
            try (Daemon second = LiveScheduler.runtime(bed, "second", arguments);
                    ExecutorService makers = Executors.newFixedThreadPool(16)) {
                for (int i = 0; i < PODS; i++) {
                    Pod pod = Pods.of(namespace, "p" + i, PROFILE, "100m").build();
                    makers.execute(() -> bed.client().resource(pod).serverSideApply());
                }
                await().atMost(PATIENCE).until(() -> bound(bed, namespace) > PODS / 4);
                first.kill();
                long killedAt = System.nanoTime();
                int before = bound(bed, namespace);
                await().atMost(PATIENCE).until(() -> bound(bed, namespace) > before);
                long handOver = System.nanoTime() - killedAt;
                await().atMost(PATIENCE).until(() -> bound(bed, namespace) == PODS);
                System.out.printf(
                        "leader killed with %d of %d pods bound; next binding after %.1f s, all bound after %.1f s%n",
                        before, PODS, handOver / 1e9, (System.nanoTime() - killedAt) / 1e9);
                assertThat(before).isLessThan(PODS);
                assertThat(holder(bed, namespace)).isNotEmpty().isNotEqualTo(killed);
                assertThat(second.alive()).isTrue();
            }
            assertThat(holder(bed, namespace)).as("released on a clean stop").isEmpty();
        }
        Map<String, Integer> bindings = bindings(bed, namespace);
        // Requests that were under way when their sender was killed were carried out but have nobody to answer.
        assertThat(PODS - bindings.size()).as("bindings without an answer").isBetween(0, 100);
        assertThat(bindings.values()).as("answered bindings of one pod").containsOnly(1);
    }

    private static String holder(TestBed bed, String namespace) {
        var lease = bed.client()
                .leases()
                .inNamespace(namespace)
                .withName("kube-scheduler")
                .get();
        String holder = lease == null ? null : lease.getSpec().getHolderIdentity();
        return holder == null ? "" : holder;
    }

    private static int bound(TestBed bed, String namespace) {
        int bound = 0;
        for (Pod pod : bed.client().pods().inNamespace(namespace).list().getItems()) {
            if (pod.getSpec().getNodeName() != null) {
                bound++;
            }
        }
        return bound;
    }

    /** How many binding requests the API server carried out, by pod. */
    private static Map<String, Integer> bindings(TestBed bed, String namespace) throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        Map<String, Integer> bindings = new HashMap<>();
        try (Stream<String> lines = Files.lines(bed.auditLog())) {
            for (String line : (Iterable<String>) lines::iterator) {
                if (!line.contains("\"binding\"")) {
                    continue;
                }
                JsonNode event = mapper.readTree(line);
                JsonNode object = event.path("objectRef");
                if (object.path("subresource").asText().equals("binding")
                        && object.path("namespace").asText().equals(namespace)
                        && event.path("stage").asText().equals("ResponseComplete")
                        && event.path("responseStatus").path("code").asInt() == 201) {
                    bindings.merge(object.path("name").asText(), 1, Integer::sum);
                }
            }
        }
        return bindings;
    }
}
