package dev.customscheduler.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.customscheduler.framework.model.Pod;
import dev.customscheduler.runtime.client.AccessLoader;
import dev.customscheduler.runtime.client.ApiClient;
import dev.customscheduler.runtime.client.TokenBucket;
import dev.customscheduler.runtime.testing.LiveScheduler;
import dev.customscheduler.runtime.testing.Pods;
import dev.customscheduler.runtime.watch.ChangeHandler;
import dev.customscheduler.runtime.watch.PodKind;
import dev.customscheduler.runtime.watch.Reflector;
import dev.customscheduler.testbed.TestBed;
import dev.customscheduler.testbed.fake.FakeNode;
import dev.customscheduler.testbed.junit.TestBedTest;
import dev.customscheduler.testbed.process.Daemon;
import dev.customscheduler.testbed.process.Ports;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * How fast, and at what cost, beside the real kube-scheduler: pods that wait when the scheduler starts, on one machine,
 * one API server, in one run. Asserts only that all pods are bound; the figures are printed.
 *
 * <p>{@code -Dbench=true}, with {@code -Dbench.nodes}, {@code -Dbench.pods}, {@code -Dbench.rounds}.
 */
@EnabledIfSystemProperty(named = "bench", matches = "true")
@TestBedTest(own = TestBedTest.ControllerManager.class)
class SideBySideBench {
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final int NODES = Integer.getInteger("bench.nodes", 1000);
    private static final int PODS = Integer.getInteger("bench.pods", 5000);
    private static final int ROUNDS = Integer.getInteger("bench.rounds", 2);
    private static final String PROFILE = "bench-scheduler";
    private static final double TICKS = 100;

    private static String configuration(Path kubeconfig) {
        return """
                apiVersion: kubescheduler.config.k8s.io/v1
                kind: KubeSchedulerConfiguration
                clientConnection:
                  kubeconfig: %s
                  qps: 5000
                  burst: 5000
                leaderElection:
                  leaderElect: false
                """.formatted(kubeconfig) + LiveComparisonTest.profiles(PROFILE);
    }

    @Test
    void compares(TestBed bed) throws Exception {
        bed.fakeNodes().add(NODES, FakeNode.of("n").cpu("32").memory("256Gi"));
        String namespace = bed.newNamespace("bench");
        Path kubeconfig = LiveScheduler.account(bed, namespace, "scheduler");
        Path file = LiveScheduler.configuration(bed, "bench", configuration(kubeconfig));
        List<String> arguments = List.of("--config=" + file, "--bind-address=127.0.0.1", "--secure-port=0");
        List<String> real = List.of(
                "--config=" + file,
                "--bind-address=127.0.0.1",
                "--secure-port=" + Ports.free(),
                "--authentication-kubeconfig=" + kubeconfig,
                "--authorization-kubeconfig=" + kubeconfig);
        for (int round = 1; round <= ROUNDS; round++) {
            int number = round;
            measure(bed, "kube-scheduler", () -> LiveScheduler.real(bed, "real-" + number, real));
            measure(bed, "runtime", () -> LiveScheduler.runtime(bed, "runtime-" + number, arguments));
        }
    }

    private interface Starter {
        Daemon start();
    }

    private static final class Bound implements ChangeHandler<Pod> {
        private final AtomicInteger count = new AtomicInteger();
        private final AtomicLong first = new AtomicLong();
        private volatile long last;

        @Override
        public void added(Pod pod, boolean initial) {}

        @Override
        public void updated(Pod before, Pod after) {
            if (!before.isAssigned() && after.isAssigned()) {
                last = System.nanoTime();
                first.compareAndSet(0, last);
                count.incrementAndGet();
            }
        }

        @Override
        public void deleted(Pod last) {}
    }

    private static void measure(TestBed bed, String name, Starter starter) throws Exception {
        String namespace = bed.newNamespace("round");
        try (ExecutorService makers = Executors.newFixedThreadPool(16)) {
            for (int i = 0; i < PODS; i++) {
                var pod = Pods.of(namespace, "p" + i, PROFILE, "100m").build();
                makers.execute(() -> bed.client().resource(pod).create());
            }
        }
        Bound bound = new Bound();
        try (ApiClient client = new ApiClient(
                        AccessLoader.load(bed.adminKubeconfig().toString(), ""), new TokenBucket(-1, 1), "bench");
                Reflector<Pod> reflector = new Reflector<>(client, new PodKind(), bound)) {
            reflector.start();
            assertThat(reflector.awaitSync(PATIENCE)).isTrue();
            long start = System.nanoTime();
            try (Daemon scheduler = starter.start()) {
                await().atMost(PATIENCE).until(() -> bound.count.get() == PODS);
                double cpu = cpuSeconds(scheduler.pid());
                double seconds = (bound.last - bound.first.get()) / 1e9;
                System.out.printf(
                        "%-15s %d pods on %d nodes: %.0f pods/s, %.2f ms CPU a pod, first bind after %.2f s, peak %d MB%n",
                        name,
                        PODS,
                        NODES,
                        PODS / seconds,
                        cpu * 1000 / PODS,
                        (bound.first.get() - start) / 1e9,
                        peakKilobytes(scheduler.pid()) / 1024);
            }
        }
        bed.client()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(namespace)
                        .endMetadata()
                        .build())
                .delete();
        bed.client().pods().inNamespace(namespace).withGracePeriod(0).delete();
        await().atMost(PATIENCE)
                .until(() -> bed.client()
                        .pods()
                        .inNamespace(namespace)
                        .list()
                        .getItems()
                        .isEmpty());
    }

    private static double cpuSeconds(long pid) throws IOException {
        String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / TICKS;
    }

    private static long peakKilobytes(long pid) throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/status"))) {
            if (line.startsWith("VmHWM:")) {
                return Long.parseLong(line.replaceAll("[^0-9]", ""));
            }
        }
        return 0;
    }
}
