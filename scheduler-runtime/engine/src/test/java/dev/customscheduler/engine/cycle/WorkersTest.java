package dev.customscheduler.engine.cycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The loop over nodes is shared without losing, doubling or reordering anything. */
class WorkersTest {

    @ParameterizedTest
    @CsvSource({"1, 0", "1, 1000", "4, 1", "4, 31", "4, 63", "4, 64", "4, 65", "4, 5000", "16, 333"})
    void everyPositionIsDoneOnce(int threads, int n) {
        AtomicIntegerArray times = new AtomicIntegerArray(n);
        try (Workers workers = new Workers(threads, 0)) {
            workers.each(n, (from, to) -> {
                for (int i = from; i < to; i++) {
                    times.incrementAndGet(i);
                }
            });
        }
        for (int i = 0; i < n; i++) {
            assertThat(times.get(i)).as("position %d", i).isEqualTo(1);
        }
    }

    @Test
    void threadsWorkAtOnceWhereItIsWorthIt() {
        Set<String> names = ConcurrentHashMap.newKeySet();
        CountDownLatch both = new CountDownLatch(2);
        try (Workers workers = new Workers(2, 0)) {
            workers.each(1000, (from, to) -> {
                if (from > 0 && names.add(Thread.currentThread().getName())) {
                    both.countDown();
                    awaitQuietly(both);
                }
            });
        }
        assertThat(names).hasSize(2);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aShortLoopIsNotHandedOver() {
        Set<String> names = ConcurrentHashMap.newKeySet();
        try (Workers workers = new Workers(4, Long.MAX_VALUE)) {
            workers.each(5000, (from, to) -> names.add(Thread.currentThread().getName()));
        }
        assertThat(names).containsExactly(Thread.currentThread().getName());
    }

    @Test
    void theLowestFailureIsThrownAfterAllHaveEnded() {
        try (Workers workers = new Workers(4, 0)) {
            assertThatThrownBy(() -> workers.each(5000, (from, to) -> {
                        if (from >= 32) {
                            throw new IllegalStateException("at " + from);
                        }
                    }))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("at 32");
        }
    }
}
