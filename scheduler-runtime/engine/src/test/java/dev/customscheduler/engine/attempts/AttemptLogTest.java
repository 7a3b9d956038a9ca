package dev.customscheduler.engine.attempts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.customscheduler.engine.attempts.AttemptLog.Limits;
import dev.customscheduler.framework.Clock;
import dev.customscheduler.framework.Status;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class AttemptLogTest {
    private static final Status NO = Status.unschedulable("NodeResourcesFit", "Insufficient cpu");

    private long now;
    private final Clock clock = new Clock() {
        @Override
        public long nanos() {
            return now * 1_000_000;
        }

        @Override
        public long epochMillis() {
            return now;
        }
    };

    private static NodeRefusals refusals(int nodes) {
        String[] names = new String[nodes];
        Status[] statuses = new Status[nodes];
        for (int i = 0; i < nodes; i++) {
            names[i] = "n" + i;
        }
        Arrays.fill(statuses, NO);
        return new NodeRefusals(names, statuses, Status.success());
    }

    /** Each node with a reason that is only its own, or with an object of its own for the same reasons. */
    private static NodeRefusals refusals(int nodes, boolean different) {
        String[] names = new String[nodes];
        Status[] statuses = new Status[nodes];
        for (int i = 0; i < nodes; i++) {
            names[i] = "n" + i;
            statuses[i] = Status.unschedulable(
                    "NodeResourcesFit", "Insufficient cpu", different ? "Insufficient x-" + i : "Insufficient memory");
        }
        return new NodeRefusals(names, statuses, Status.success());
    }

    @Test
    void equalReasonsAreKeptOnceAndDifferentOnesCount() {
        NodeRefusals same = refusals(5_000, false);
        assertThat(same.status(0)).isSameAs(same.status(4_999));
        assertThat(same.bytes()).isBetween(4 * 5_000, 4 * 5_000 + 500);
        NodeRefusals different = refusals(5_000, true);
        assertThat(different.bytes()).isGreaterThan(150 * 5_000);
        assertThat(different.groups()).hasSize(5_000);
        AttemptLog log = new AttemptLog(Limits.DEFAULT, clock);
        for (int i = 0; i < 200; i++) {
            log.failed("p" + i, "m".repeat(100_000), true, "", refusals(5_000, true));
        }
        assertThat(log.size().bytes()).isLessThanOrEqualTo(Limits.DEFAULT.bytes());
        assertThat(log.size().pods()).isEqualTo(200);
        assertThat(Objects.requireNonNull(log.failure("p199")).refusals().size())
                .isEqualTo(5_000);
        assertThat(Objects.requireNonNull(log.failure("p199")).message()).hasSize(4_099);
    }

    @Test
    void messagesAloneAreBoundedToo() {
        AttemptLog log = new AttemptLog(new Limits(1_000, 10_000, 1, Duration.ofMinutes(1)), clock);
        for (int i = 0; i < 100; i++) {
            log.failed("p" + i, "m".repeat(1_000), true, "", NodeRefusals.NONE);
        }
        assertThat(log.size()).isEqualTo(new AttemptLog.Size(10, 10_000, 0, 0));
        assertThat(log.failure("p99")).isNotNull();
    }

    private static ScoreTable scores(int nodes) {
        String[] names = new String[nodes];
        Arrays.fill(names, "n");
        return new ScoreTable(List.of("a", "b"), names, new long[nodes], new long[2 * nodes]);
    }

    @Test
    void staysInItsBoundsWhateverComes() {
        Limits limits = new Limits(100, 5_000, 50, Duration.ofMinutes(1));
        AttemptLog log = new AttemptLog(limits, clock);
        for (int i = 0; i < 10_000; i++) {
            now++;
            log.failed("waiting-" + i % 300, "message", true, "", refusals(i % 37));
            log.placed("placed-" + i, "n", 1, 20, 20, scores(AttemptLog.BEST));
            AttemptLog.Size size = log.size();
            assertThat(size.pods()).isLessThanOrEqualTo(limits.pods());
            assertThat(size.bytes()).isBetween(0L, limits.bytes());
            assertThat(size.decisions()).isLessThanOrEqualTo(limits.decisions());
            assertThat(size.scoreCells()).isLessThanOrEqualTo(limits.decisions() * 3L * AttemptLog.BEST);
        }
        for (int i = 0; i < 300; i++) {
            log.settled("waiting-" + i);
        }
        assertThat(log.size().pods()).isZero();
        assertThat(log.size().bytes()).isZero();
    }

    @Test
    void theOldestLoseTheirNodesBeforeTheyGo() {
        AttemptLog log = new AttemptLog(new Limits(10, 2 * refusals(10).bytes() + 50, 1, Duration.ofMinutes(1)), clock);
        log.failed("a", "first", true, "", refusals(10));
        log.failed("b", "second", true, "", refusals(10));
        log.failed("c", "third", true, "", refusals(10));
        assertThat(Objects.requireNonNull(log.failure("a")).refusals().size()).isZero();
        assertThat(Objects.requireNonNull(log.failure("a")).message()).isEqualTo("first");
        assertThat(Objects.requireNonNull(log.failure("c")).refusals().groups())
                .singleElement()
                .satisfies(group -> {
                    assertThat(group.plugin()).isEqualTo("NodeResourcesFit");
                    assertThat(group.nodes()).hasSize(10);
                });
        log.failed("huge", "too many nodes", true, "", refusals(1_000));
        assertThat(Objects.requireNonNull(log.failure("huge")).refusals().size())
                .isZero();
    }

    @Test
    void countsHowOftenAPodMadeRoom() {
        AttemptLog log = new AttemptLog(Limits.DEFAULT, clock);
        log.failed("a", "m", true, "n1", NodeRefusals.NONE);
        log.failed("a", "m", true, "", NodeRefusals.NONE);
        log.failed("a", "m", true, "n2", NodeRefusals.NONE);
        assertThat(Objects.requireNonNull(log.failure("a")).preemptions()).isEqualTo(2);
    }

    @Test
    void decisionsGoWhenTheyAreOld() {
        AttemptLog log = new AttemptLog(new Limits(1, 1, 10, Duration.ofSeconds(1)), clock);
        log.placed("early", "n", 1, 1, 1, ScoreTable.NONE);
        now += 1_000;
        assertThat(log.decision("early")).isNotNull();
        now += 1;
        assertThat(log.decision("early")).isNull();
        log.placed("late", "n", 1, 1, 1, ScoreTable.NONE);
        assertThat(log.size().decisions()).isEqualTo(1);
    }

    @Test
    void canBeSwitchedOff() {
        AttemptLog log = new AttemptLog(Limits.NOTHING, clock);
        log.failed("a", "m", true, "", refusals(3));
        log.placed("b", "n", 1, 1, 1, ScoreTable.NONE);
        assertThat(log.size()).isEqualTo(new AttemptLog.Size(0, 0, 0, 0));
        assertThat(log.keepsAnything()).isFalse();
    }
}
