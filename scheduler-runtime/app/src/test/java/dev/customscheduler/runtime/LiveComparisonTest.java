package dev.customscheduler.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.customscheduler.runtime.testing.LiveScheduler;
import dev.customscheduler.runtime.testing.Pods;
import dev.customscheduler.testbed.TestBed;
import dev.customscheduler.testbed.fake.FakeNode;
import dev.customscheduler.testbed.junit.TestBedTest;
import dev.customscheduler.testbed.process.Daemon;
import dev.customscheduler.testbed.process.Ports;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * The same 300 pods on the same nodes and the same API server, first by the real kube-scheduler, then by the runtime as
 * a process with a service account's token: nodes, events and conditions are the same.
 */
@TestBedTest(own = LiveComparisonTest.Alone.class)
class LiveComparisonTest {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int PODS = 300;
    private static final String NAMESPACE = "compared";
    private static final String PROFILE = "compared-scheduler";

    static final class Alone implements UnaryOperator<TestBed.Builder> {
        @Override
        public TestBed.Builder apply(TestBed.Builder builder) {
            return builder.controllerManager();
        }
    }

    private static String configuration(Path kubeconfig) {
        return """
                apiVersion: kubescheduler.config.k8s.io/v1
                kind: KubeSchedulerConfiguration
                clientConnection:
                  kubeconfig: %s
                  qps: 1000
                  burst: 2000
                leaderElection:
                  leaderElect: false
                parallelism: 1
                percentageOfNodesToScore: 100
                podInitialBackoffSeconds: 3600
                podMaxBackoffSeconds: 3600
                profiles:
                - schedulerName: %s
                  plugins:
                    multiPoint:
                      disabled:
                      - name: DefaultPreemption
                      - name: DynamicResources
                      - name: InterPodAffinity
                      - name: NodeDeclaredFeatures
                      - name: NodeVolumeLimits
                      - name: PodTopologySpread
                      - name: VolumeBinding
                      - name: VolumeRestrictions
                      - name: VolumeZone
                """.formatted(kubeconfig, PROFILE);
    }

    /** What a user can see of a pod's scheduling. */
    private record Seen(String node, String nominated, List<String> conditions, List<String> events) {}

    @Test
    void decidesAndTellsAsKubeSchedulerDoes(TestBed bed) {
        long seed = Long.getLong("seed", 20261201L);
        nodes(bed, new Random(seed));
        bed.client().resource(namespace()).create();
        await().atMost(PATIENCE)
                .until(() -> bed.client()
                                .serviceAccounts()
                                .inNamespace(NAMESPACE)
                                .withName("default")
                                .get()
                        != null);
        Path kubeconfig = LiveScheduler.account(bed, NAMESPACE, "scheduler");
        Path file = LiveScheduler.configuration(bed, "compared", configuration(kubeconfig));
        List<String> arguments = List.of(
                "--config=" + file,
                "--secure-port=0",
                "--authentication-kubeconfig=" + kubeconfig,
                "--authorization-kubeconfig=" + kubeconfig);
        List<String> port = new ArrayList<>(arguments);
        port.set(1, "--secure-port=" + Ports.free());

        Map<String, Seen> byReal = round(bed, seed, () -> LiveScheduler.real(bed, "real", port));
        Map<String, Seen> byRuntime = round(bed, seed, () -> LiveScheduler.runtime(bed, "runtime", arguments));

        long bound =
                byReal.values().stream().filter(seen -> !seen.node().isEmpty()).count();
        System.out.println("compared " + byReal.size() + " pods, " + bound + " bound, " + (byReal.size() - bound)
                + " pending, seed " + seed);
        assertThat(bound).as("seed %s", seed).isBetween(200L, (long) PODS - 10);
        for (Map.Entry<String, Seen> entry : byReal.entrySet()) {
            assertThat(byRuntime.get(entry.getKey()))
                    .as("pod %s, seed %s", entry.getKey(), seed)
                    .isEqualTo(entry.getValue());
        }
    }

    private interface Starter {
        Daemon start();
    }

    private static Map<String, Seen> round(TestBed bed, long seed, Starter starter) {
        List<Pod> pods = pods(new Random(seed + 1));
        for (Pod pod : pods) {
            bed.client().resource(pod).create();
        }
        try (Daemon scheduler = starter.start()) {
            await().atMost(PATIENCE)
                    .failFast(() -> assertThat(scheduler.alive()).isTrue())
                    .until(() -> decided(bed));
            Map<String, Seen> seen = new TreeMap<>();
            await().atMost(PATIENCE).until(() -> {
                seen.clear();
                seen.putAll(look(bed));
                return seen.size() == PODS
                        && seen.values().stream().noneMatch(one -> one.events().isEmpty());
            });
            return seen;
        } finally {
            bed.client().pods().inNamespace(NAMESPACE).withGracePeriod(0).delete();
            bed.client().events().v1().events().inNamespace(NAMESPACE).delete();
            await().atMost(PATIENCE)
                    .until(() -> bed.client()
                            .pods()
                            .inNamespace(NAMESPACE)
                            .list()
                            .getItems()
                            .isEmpty());
        }
    }

    private static boolean decided(TestBed bed) {
        for (Pod pod : bed.client().pods().inNamespace(NAMESPACE).list().getItems()) {
            boolean gated = pod.getSpec().getSchedulingGates() != null
                    && !pod.getSpec().getSchedulingGates().isEmpty();
            boolean tried = pod.getSpec().getNodeName() != null
                    || pod.getStatus().getConditions().stream()
                            .anyMatch(condition -> condition.getType().equals("PodScheduled"));
            if (!gated && !tried) {
                return false;
            }
        }
        return true;
    }

    private static Map<String, Seen> look(TestBed bed) {
        Map<String, List<String>> events = new TreeMap<>();
        for (Event event : bed.client()
                .events()
                .v1()
                .events()
                .inNamespace(NAMESPACE)
                .list()
                .getItems()) {
            if (event.getRegarding().getKind().equals("Pod")) {
                String text = String.join(
                        " | ",
                        event.getType(),
                        event.getReason(),
                        event.getAction(),
                        event.getReportingController(),
                        event.getReportingInstance(),
                        event.getNote(),
                        event.getRegarding().getApiVersion(),
                        String.valueOf(event.getRegarding().getFieldPath()),
                        event.getSeries() == null
                                ? "once"
                                : "series " + event.getSeries().getCount());
                events.computeIfAbsent(event.getRegarding().getName(), name -> new ArrayList<>())
                        .add(text);
            }
        }
        Map<String, Seen> seen = new TreeMap<>();
        for (Pod pod : bed.client().pods().inNamespace(NAMESPACE).list().getItems()) {
            List<String> conditions = new ArrayList<>();
            for (PodCondition condition : pod.getStatus().getConditions()) {
                conditions.add(String.join(
                        " | ",
                        condition.getType(),
                        condition.getStatus(),
                        String.valueOf(condition.getReason()),
                        String.valueOf(condition.getMessage()),
                        String.valueOf(condition.getObservedGeneration()),
                        String.valueOf(condition.getLastProbeTime())));
            }
            boolean gated = pod.getSpec().getSchedulingGates() != null
                    && !pod.getSpec().getSchedulingGates().isEmpty();
            String name = pod.getMetadata().getName();
            seen.put(
                    name,
                    new Seen(
                            pod.getSpec().getNodeName() == null
                                    ? ""
                                    : pod.getSpec().getNodeName(),
                            String.valueOf(pod.getStatus().getNominatedNodeName()),
                            conditions,
                            events.getOrDefault(name, gated ? List.of("gated, so none") : List.of())));
        }
        return seen;
    }

    private static Namespace namespace() {
        return new NamespaceBuilder()
                .withNewMetadata()
                .withName(NAMESPACE)
                .endMetadata()
                .build();
    }

    private static void nodes(TestBed bed, Random random) {
        List<FakeNode> nodes = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            FakeNode node = FakeNode.of("n" + i)
                    .cpu(Integer.toString(2 + random.nextInt(7)))
                    .memory((4 + random.nextInt(29)) + "Gi")
                    .label("disk", random.nextBoolean() ? "ssd" : "hdd")
                    .label("zone", "z" + i % 3);
            if (i % 9 == 0) {
                node = node.taint("dedicated", "batch", "NoSchedule");
            }
            if (i % 5 == 0) {
                node = node.taint("slow", "yes", "PreferNoSchedule");
            }
            nodes.add(node);
        }
        bed.fakeNodes().add(nodes);
    }

    private static List<Pod> pods(Random random) {
        List<Pod> pods = new ArrayList<>();
        for (int i = 0; i < PODS; i++) {
            PodBuilder builder =
                    Pods.of(NAMESPACE, String.format("pod-%03d", i), PROFILE, (100 + random.nextInt(900)) + "m");
            PodSpecBuilder spec = new PodSpecBuilder(builder.build().getSpec());
            spec.editFirstContainer()
                    .editResources()
                    .addToRequests("memory", new Quantity((64 + random.nextInt(1500)) + "Mi"))
                    .endResources()
                    .endContainer();
            switch (random.nextInt(12)) {
                case 0 -> spec.addToNodeSelector("disk", "ssd");
                case 1 -> spec.addToNodeSelector("disk", "tape");
                case 2 ->
                    spec.addNewToleration()
                            .withKey("dedicated")
                            .withOperator("Exists")
                            .endToleration();
                case 3 ->
                    spec.withNewAffinity()
                            .withNewNodeAffinity()
                            .addNewPreferredDuringSchedulingIgnoredDuringExecution()
                            .withWeight(10)
                            .withNewPreference()
                            .addNewMatchExpression()
                            .withKey("zone")
                            .withOperator("In")
                            .withValues("z1", "z2")
                            .endMatchExpression()
                            .endPreference()
                            .endPreferredDuringSchedulingIgnoredDuringExecution()
                            .endNodeAffinity()
                            .endAffinity();
                case 4 ->
                    spec.editFirstContainer()
                            .addNewPort()
                            .withContainerPort(8080)
                            .withHostPort(8080)
                            .endPort()
                            .endContainer();
                case 5 ->
                    spec.editFirstContainer()
                            .editResources()
                            .addToRequests("cpu", new Quantity("64"))
                            .endResources()
                            .endContainer();
                case 6 -> {
                    if (random.nextInt(3) == 0) {
                        spec.addNewSchedulingGate("example.com/wait");
                    }
                }
                default -> {}
            }
            pods.add(builder.withSpec(spec.build()).build());
        }
        return pods;
    }
}
