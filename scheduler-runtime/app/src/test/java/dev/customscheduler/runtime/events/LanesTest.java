package dev.customscheduler.runtime.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class LanesTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final List<String> done = new CopyOnWriteArrayList<>();
    private final CountDownLatch gate = new CountDownLatch(1);

    private Runnable note(String text) {
        return () -> done.add(text);
    }

    private Runnable noteWhenOpen(String text) {
        return () -> {
            try {
                gate.await();
                done.add(text);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
    }

    @Test
    void tasksOfOneKeyKeepTheirOrder() throws InterruptedException {
        Lanes lanes = new Lanes("test", 4, 1000);
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            expected.add("task " + i);
            assertThat(lanes.submit("key", note("task " + i))).isTrue();
        }
        assertThat(lanes.close(PATIENCE)).isZero();
        assertThat(done).isEqualTo(expected);
    }

    @Test
    void aFullLaneRefusesAtOnceAndOthersGoOn() throws InterruptedException {
        Lanes lanes = new Lanes("test", 2, 2);
        assertThat(lanes.submit(0, noteWhenOpen("held"))).isTrue();
        assertThat(lanes.submit(1, note("beside it"))).isTrue();
        await().untilAsserted(() -> assertThat(lanes.pending()).isEqualTo(1));
        assertThat(done).containsExactly("beside it");
        assertThat(lanes.submit(0, note("behind it"))).isTrue();
        assertThat(lanes.submit(1, note("too many"))).isFalse();
        gate.countDown();
        assertThat(lanes.close(PATIENCE)).isZero();
        assertThat(done).containsExactly("beside it", "held", "behind it");
    }

    @Test
    void aTaskThatThrowsDoesNotStopItsLane() throws InterruptedException {
        Lanes lanes = new Lanes("test", 1, 10);
        lanes.submit("key", () -> {
            throw new IllegalStateException("thrown by a test");
        });
        lanes.submit("key", note("after it"));
        assertThat(lanes.close(PATIENCE)).isZero();
        assertThat(done).containsExactly("after it");
    }

    @Test
    void closingTellsHowManyWereNotDoneAndTakesNoMore() throws InterruptedException {
        Lanes lanes = new Lanes("test", 1, 10);
        lanes.submit("key", noteWhenOpen("first"));
        lanes.submit("key", note("second"));
        assertThat(lanes.close(Duration.ofMillis(1))).isEqualTo(2);
        assertThat(lanes.submit("key", note("late"))).isFalse();
        gate.countDown();
        assertThat(lanes.close(PATIENCE)).isZero();
        assertThat(done).containsExactly("first", "second");
    }
}
