package dev.customscheduler.runtime.contest;

import dev.customscheduler.runtime.testing.Comparison.Who;
import dev.customscheduler.runtime.testing.Contender;
import dev.customscheduler.testbed.TestBed;
import dev.customscheduler.testbed.junit.TestBedTest;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClassBuilder;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * The real kube-scheduler and the runtime at the same time on one API server, each with its own account, namespaces and
 * nodes: what the API server refuses them, in-place resizes, and pods that no event wakes. What users see is the same.
 */
@TestBedTest(own = TestBedTest.ControllerManager.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ContestTest {
    private static final String CONFIGURATION = """
            podInitialBackoffSeconds: 1
            podMaxBackoffSeconds: 1
            profiles:
            - schedulerName: "@-scheduler"
            """;

    private static final Set<String> WITHHELD =
            Set.of("pods", "pods/status", "persistentvolumes", "persistentvolumeclaims");

    private final Contest contest;

    ContestTest(TestBed bed) {
        contest = new Contest(
                new Contender(bed, Who.KUBE_SCHEDULER, CONFIGURATION), new Contender(bed, Who.RUNTIME, CONFIGURATION));
        createClasses(bed);
    }

    private static void createClasses(TestBed bed) {
        for (int level : new int[] {1, 2, 3, 100}) {
            bed.client()
                    .resource(new PriorityClassBuilder()
                            .withNewMetadata()
                            .withName("level-" + level)
                            .endMetadata()
                            .withValue(level)
                            .build())
                    .create();
        }
    }

    /** What is flushed waits while the other scenes are played. */
    @BeforeAll
    void start() {
        contest.both(contender -> contender.permissions().withholdWrites(WITHHELD));
        EvictionScene.prepare(contest);
        VolumeScene.prepare(contest);
        ResizeScene.prepare(contest);
        FlushScene.prepare(contest);
        contest.both(contender -> contender.start(FlushScene.FLAG));
        FlushScene.begin(contest);
    }

    @AfterAll
    void end() {
        contest.close();
    }

    @Test
    @Order(1)
    void evictionsThatTheApiServerRefuses() throws Exception {
        EvictionScene.play(contest);
    }

    @Test
    @Order(2)
    void volumeWritesThatTheApiServerRefuses() {
        VolumeScene.play(contest);
    }

    @Test
    @Order(3)
    void resizesInPlace() {
        ResizeScene.play(contest);
    }

    @Test
    @Order(4)
    void podsThatNoEventWakes() {
        FlushScene.end(contest);
    }
}
