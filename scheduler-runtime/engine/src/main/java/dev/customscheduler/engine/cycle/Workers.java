package dev.customscheduler.engine.cycle;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Threads that share the loop over nodes with the thread that schedules.
 *
 * <p>What is computed for one position must depend on nothing that is computed for another: then the answers are the
 * same with any number of threads. Handing over costs some tens of microseconds, which is what a simple pod takes for
 * hundreds of nodes; so the calling thread does the first positions alone, and the others join only where the time that
 * took says that the rest is worth it.
 */
final class Workers implements AutoCloseable {
    private static final int PROBE = 32;
    private static final int SMALLEST_CHUNK = 16;
    /** What is left must take at least this long, in nanoseconds, for the others to be called. */
    private static final long WORTHWHILE = 200_000;

    /** What is done for the positions of one range. */
    interface Loop {
        /** Does the positions from {@code from} to before {@code to}. */
        void run(int from, int to);
    }

    private final int helpers;
    private final long worthwhile;
    private final ExecutorService pool;

    /**
     * Workers that use {@code parallelism} threads at most, the caller's among them, and never more than there are
     * processors.
     */
    Workers(int parallelism) {
        this(Math.min(parallelism, Runtime.getRuntime().availableProcessors()), WORTHWHILE);
    }

    /** Workers that use so many threads, and call them when the rest takes so many nanoseconds. */
    Workers(int threads, long worthwhile) {
        this.helpers = Math.max(0, threads - 1);
        this.worthwhile = worthwhile;
        this.pool = Executors.newFixedThreadPool(
                Math.max(1, helpers),
                Thread.ofPlatform().name("node-worker-", 1).daemon().factory());
    }

    /**
     * Runs {@code loop} over all positions from 0 to before {@code n}; when it returns all are done, and what was
     * written for them can be read.
     *
     * @throws RuntimeException what {@code loop} threw first, for the lowest position of those that failed
     */
    void each(int n, Loop loop) {
        int probe = helpers == 0 || n < PROBE + 2 * SMALLEST_CHUNK ? n : PROBE;
        long start = System.nanoTime();
        loop.run(0, probe);
        int rest = n - probe;
        if (rest == 0) {
            return;
        }
        if ((System.nanoTime() - start) * rest / probe < worthwhile) {
            loop.run(probe, n);
            return;
        }
        share(probe, n, loop);
    }

    private void share(int from, int to, Loop loop) {
        int chunk = Math.max(SMALLEST_CHUNK, (to - from) / (4 * (helpers + 1)));
        AtomicInteger next = new AtomicInteger(from);
        AtomicReference<Failure> failure = new AtomicReference<>();
        Runnable work = () -> {
            int at = next.getAndAdd(chunk);
            while (at < to) {
                try {
                    loop.run(at, Math.min(to, at + chunk));
                } catch (RuntimeException e) {
                    failure.accumulateAndGet(new Failure(at, e), Failure::first);
                }
                at = next.getAndAdd(chunk);
            }
        };
        CompletableFuture<?>[] others = new CompletableFuture<?>[helpers];
        for (int i = 0; i < helpers; i++) {
            others[i] = CompletableFuture.runAsync(work, pool);
        }
        work.run();
        // Not interruptible: the arrays belong to the others until they are done. An error of theirs is thrown here.
        CompletableFuture.allOf(others).join();
        Failure failed = failure.get();
        if (failed != null) {
            throw failed.what;
        }
    }

    private record Failure(int at, RuntimeException what) {
        static Failure first(Failure a, Failure b) {
            return a == null || b.at < a.at ? b : a;
        }
    }

    @Override
    public void close() {
        pool.shutdownNow();
    }
}
