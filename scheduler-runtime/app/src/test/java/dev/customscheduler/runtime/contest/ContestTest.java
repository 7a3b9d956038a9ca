package dev.customscheduler.runtime.contest;

import dev.customscheduler.runtime.testing.Comparison.Who;
import dev.customscheduler.runtime.testing.Contender;
import dev.customscheduler.testbed.TestBed;
import dev.customscheduler.testbed.junit.TestBedTest;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClassBuilder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * The real kube-scheduler and the runtime at the same time on one API server, each with its own account, namespaces and
 * nodes. What users see is the same.
 */
@TestBedTest(own = TestBedTest.ControllerManager.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ContestTest {
    private static final String CONFIGURATION = """
            podInitialBackoffSeconds: 1
            podMaxBackoffSeconds: 1
            profiles:
            - schedulerName: "@-scheduler"
            """;

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

    @BeforeAll
    void start() {
        contest.both(contender -> contender.permissions().withholdWrites(EvictionScene.WITHHELD));
        EvictionScene.prepare(contest);
        contest.both(Contender::start);
    }

    @AfterAll
    void end() {
        contest.close();
    }

    @Test
    void evictionsThatTheApiServerRefuses() throws Exception {
        EvictionScene.play(contest);
    }
}
