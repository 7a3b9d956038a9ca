package dev.customscheduler.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.customscheduler.runtime.testing.Comparison;
import dev.customscheduler.runtime.testing.Comparison.Round;
import dev.customscheduler.runtime.testing.Comparison.Seen;
import dev.customscheduler.runtime.testing.Comparison.Who;
import dev.customscheduler.runtime.testing.Pods;
import dev.customscheduler.testbed.TestBed;
import dev.customscheduler.testbed.fake.FakeNode;
import dev.customscheduler.testbed.junit.TestBedTest;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * The same 300 pods on the same nodes and the same API server, first by the real kube-scheduler, then by the runtime as
 * a process with a service account's token: nodes, events and conditions are the same.
 */
@TestBedTest(own = TestBedTest.ControllerManager.class)
class LiveComparisonTest {
    private static final int PODS = 300;
    private static final String PROFILE = "compared-scheduler";

    /** A profile of plugins that decide by the pod and the node alone. */
    static String profiles(String schedulerName) {
        return """
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
            """.formatted(schedulerName);
    }

    @Test
    void decidesAndTellsAsKubeSchedulerDoes(TestBed bed) {
        long seed = Long.getLong("seed", 20261201L);
        nodes(bed, new Random(seed));
        Comparison comparison = new Comparison(bed, "compared", file -> Comparison.oneAttempt(file, profiles(PROFILE)));

        Map<String, Seen> byReal = round(bed, comparison, seed, Who.KUBE_SCHEDULER);
        Map<String, Seen> byRuntime = round(bed, comparison, seed, Who.RUNTIME);

        long bound =
                byReal.values().stream().filter(seen -> !seen.node().isEmpty()).count();
        System.out.println("compared " + byReal.size() + " pods, " + bound + " bound, " + (byReal.size() - bound)
                + " pending, seed " + seed);
        assertThat(byReal).hasSize(PODS);
        assertThat(bound).as("seed %s", seed).isBetween(200L, (long) PODS - 10);
        for (Map.Entry<String, Seen> entry : byReal.entrySet()) {
            assertThat(byRuntime.get(entry.getKey()))
                    .as("pod %s, seed %s", entry.getKey(), seed)
                    .isEqualTo(entry.getValue());
        }
    }

    private static Map<String, Seen> round(TestBed bed, Comparison comparison, long seed, Who who) {
        for (Pod pod : pods(comparison.namespace(), new Random(seed + 1))) {
            bed.client().resource(pod).create();
        }
        try (Round round = comparison.start(who)) {
            round.await("every pod is decided and told of", comparison::told);
            return comparison.look();
        }
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

    private static List<Pod> pods(String namespace, Random random) {
        List<Pod> pods = new ArrayList<>();
        for (int i = 0; i < PODS; i++) {
            PodBuilder builder =
                    Pods.of(namespace, String.format("pod-%03d", i), PROFILE, (100 + random.nextInt(900)) + "m");
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
