package dev.customscheduler.runtime.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.customscheduler.runtime.testing.LiveScheduler;
import dev.customscheduler.testbed.TestBed;
import dev.customscheduler.testbed.junit.Namespace;
import dev.customscheduler.testbed.junit.TestBedTest;
import dev.customscheduler.testbed.process.Daemon;
import dev.customscheduler.testbed.process.Ports;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClassBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The runtime on a cluster that hardly ever rests: pods and nodes come and go, are relabelled, tainted and resized,
 * budgets change. Each time it rests, the runtime's cache is the API server's state, and no pod is pending that
 * kube-scheduler's code would place or make room for; a wake-up that was missed shows only before the next one. In the
 * end the real kube-scheduler takes over and finds nothing left to do, no binding ever put more on a node than it had,
 * and memory is flat. Three minutes long; {@code -Psoak} makes it thirty, {@code -Dsoak.minutes=N} anything,
 * {@code -Dseed=N} another run.
 */
@TestBedTest(own = SoakTest.Alone.class)
class SoakTest {
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final Duration ROUND = Duration.ofSeconds(15);
    private static final Duration REST = Duration.ofSeconds(2);
    private static final long PACE_MILLIS = 50;
    /** What the API server says of a binding when the pod was deleted before it. */
    private static final Pattern GONE = Pattern.compile("pods \\\\?\"[^\"]*\" not found|is being deleted");

    private static final String PROFILE = "soak-scheduler";

    private static final String PROFILES = """
            apiVersion: kubescheduler.config.k8s.io/v1
            kind: KubeSchedulerConfiguration
            profiles:
            - schedulerName: soak-scheduler
            """;

    static final class Alone implements UnaryOperator<TestBed.Builder> {
        @Override
        public TestBed.Builder apply(TestBed.Builder builder) {
            // A pod may be bound to a node in the moment in which that is deleted; only this controller ends it then.
            return builder.controllerManager("pod-garbage-collector-controller").kwok();
        }
    }

    private static String configuration(Path kubeconfig) {
        return PROFILES + """
                clientConnection:
                  kubeconfig: %s
                  qps: 1000
                  burst: 2000
                leaderElection:
                  leaderElect: false
                podMaxBackoffSeconds: 2
                """.formatted(kubeconfig);
    }

    @Test
    void staysTrueOnAClusterThatNeverRests(TestBed bed, @Namespace String namespace) throws Exception {
        long seed = Long.getLong("seed", 20261201L);
        Duration length = Duration.ofMinutes(Integer.getInteger("soak.minutes", 3));
        System.out.println("soak: " + length.toMinutes() + " min, seed " + seed);
        priorities(bed);
        Path kubeconfig = LiveScheduler.account(bed, namespace, "scheduler");
        Path file = LiveScheduler.configuration(bed, namespace, configuration(kubeconfig));
        int port = Ports.free();
        List<String> arguments = List.of(
                "--config=" + file,
                "--secure-port=" + port,
                "--authentication-kubeconfig=" + kubeconfig,
                "--authorization-kubeconfig=" + kubeconfig);
        Churn churn = new Churn(bed, namespace, PROFILE, seed);
        churn.begin();
        Inspector inspector = new Inspector(bed, namespace, port);
        List<Long> memory = new ArrayList<>();
        try (Overcommitment overcommitment = new Overcommitment(bed.client());
                Judge judge = new Judge(bed, namespace, PROFILES)) {
            Path log;
            try (Daemon runtime = LiveScheduler.runtime(bed, "runtime", arguments, "-Xmx192m")) {
                log = runtime.log();
                long end = System.nanoTime() + length.toNanos();
                while (System.nanoTime() < end || memory.size() < 3) {
                    churn(churn, ROUND, runtime);
                    rest(runtime, inspector);
                    String at = "round " + (memory.size() + 1) + ", seed " + seed;
                    assertThat(inspector.cacheDifferences())
                            .as("cache and API server, %s", at)
                            .isEmpty();
                    assertThat(judge.wouldPlace())
                            .as("kube-scheduler would place, %s", at)
                            .isEmpty();
                    memory.add(inspector.liveBytes(runtime));
                    System.out.printf(
                            "soak: %s, %d bindings, %d times a pending pod judged, %.1f MB live%n",
                            at, overcommitment.bindings(), judge.asked(), memory.getLast() / 1e6);
                }
            }
            assertThat(overcommitment.found())
                    .as("overcommitted, seed %d", seed)
                    .isEmpty();
            assertThat(overcommitment.bindings()).as("bindings").isGreaterThan(100);
            assertNobodyElseWouldDoMore(bed, namespace, arguments, seed);
            assertNothingFailed(log);
        }
        System.out.println("soak: " + churn.summary());
        for (Churn.Action action : Churn.Action.values()) {
            assertThat(churn.times(action))
                    .as("how often %s, seed %d", action, seed)
                    .isPositive();
        }
        int third = memory.size() / 3;
        assertThat(most(memory.subList(memory.size() - third, memory.size())))
                .as("most live bytes in the last third of the rounds, all were %s", memory)
                .isLessThan(most(memory.subList(0, third)) * 5 / 4 + 4_000_000);
    }

    private static long most(List<Long> values) {
        return values.stream().mapToLong(Long::longValue).max().orElseThrow();
    }

    private static void priorities(TestBed bed) {
        for (int i = 0; i < 3; i++) {
            bed.client()
                    .resource(new PriorityClassBuilder()
                            .withNewMetadata()
                            .withName("soak-" + i)
                            .endMetadata()
                            .withValue(100 * (i + 1))
                            .withPreemptionPolicy(i == 1 ? "Never" : "PreemptLowerPriority")
                            .build())
                    .create();
        }
    }

    private static void churn(Churn churn, Duration length, Daemon runtime)
            throws InterruptedException, ExecutionException {
        try (ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor()) {
            ScheduledFuture<?> steps = clock.scheduleWithFixedDelay(churn::step, 0, PACE_MILLIS, TimeUnit.MILLISECONDS);
            long end = System.nanoTime() + length.toNanos();
            await().atMost(length.plus(PATIENCE))
                    .pollInterval(Duration.ofMillis(250))
                    .until(() -> steps.isDone() || !runtime.alive() || System.nanoTime() > end);
            assertThat(runtime.alive()).as("the runtime lives").isTrue();
            if (steps.isDone()) {
                steps.get();
            }
            steps.cancel(false);
        }
    }

    private static void rest(Daemon runtime, Inspector inspector) {
        await().atMost(PATIENCE)
                .during(REST)
                .pollInterval(Duration.ofMillis(250))
                .untilAsserted(() -> {
                    assertThat(runtime.alive()).as("the runtime lives").isTrue();
                    assertThat(inspector.unrest()).as("what still moves").isEmpty();
                });
    }

    /** The real kube-scheduler tries what is pending, and neither places nor nominates anything. */
    private static void assertNobodyElseWouldDoMore(TestBed bed, String namespace, List<String> arguments, long seed) {
        Instant since = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        Map<String, String> before = places(bed, namespace);
        Set<String> pending = new HashSet<>();
        before.forEach((pod, place) -> {
            if (place.startsWith("pending")) {
                pending.add(pod);
            }
        });
        List<String> port = new ArrayList<>(arguments);
        port.set(1, "--secure-port=" + Ports.free());
        try (Daemon real = LiveScheduler.real(bed, "real", port)) {
            await().atMost(PATIENCE).pollInterval(Duration.ofMillis(500)).until(() -> {
                assertThat(real.alive()).isTrue();
                return told(bed, namespace, since).containsAll(pending)
                        || !places(bed, namespace).equals(before);
            });
            assertThat(places(bed, namespace))
                    .as("what kube-scheduler makes of the pods that the runtime left pending, seed %d", seed)
                    .isEqualTo(before);
        }
        System.out.println("soak: " + pending.size() + " pods pending, kube-scheduler places none of them");
        assertThat(pending).as("pending pods to ask about").isNotEmpty();
    }

    /** The pods of which a scheduler said since then that they fit nowhere; API servers keep time in whole seconds. */
    private static Set<String> told(TestBed bed, String namespace, Instant since) {
        Set<String> pods = new HashSet<>();
        for (Event event : bed.client()
                .events()
                .v1()
                .events()
                .inNamespace(namespace)
                .list()
                .getItems()) {
            Instant told = Instant.parse(event.getMetadata().getCreationTimestamp());
            if (event.getReason().equals("FailedScheduling") && !told.isBefore(since)) {
                pods.add(event.getRegarding().getName());
            }
        }
        return pods;
    }

    /** Where each pod that a scheduler may touch is, or that it is pending and for which node. */
    private static Map<String, String> places(TestBed bed, String namespace) {
        Map<String, String> places = new TreeMap<>();
        for (Pod pod : bed.client().pods().inNamespace(namespace).list().getItems()) {
            String node = pod.getSpec().getNodeName();
            boolean gated = !pod.getSpec().getSchedulingGates().isEmpty();
            places.put(
                    pod.getMetadata().getName(),
                    gated ? "gated" : node == null ? "pending" + nominated(pod) + attempted(pod) : node);
        }
        return places;
    }

    private static String nominated(Pod pod) {
        String node = pod.getStatus().getNominatedNodeName();
        return node == null ? "" : ", nominated to " + node;
    }

    /** That the runtime tried it, not what it said: events that do not help a pod make its message old, not wrong. */
    private static String attempted(Pod pod) {
        for (PodCondition condition : pod.getStatus().getConditions()) {
            if (condition.getType().equals("PodScheduled")) {
                return ", tried";
            }
        }
        return ", never tried";
    }

    private static void assertNothingFailed(Path log) throws IOException {
        List<String> errors = new ArrayList<>();
        for (String line : Files.readAllLines(log)) {
            boolean gone = line.contains("\"Error scheduling pod; retrying\"")
                    && GONE.matcher(line).find();
            if (!gone && (line.matches("E\\d{4} .*") || line.contains("Exception"))) {
                errors.add(line);
            }
        }
        assertThat(errors).as("errors in the runtime's log").isEmpty();
    }
}
