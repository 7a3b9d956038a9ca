package dev.customscheduler.engine.queue;

/**
 * How long a pod waits after its n-th failure: the initial backoff doubled n-1 times, up to the longest. Where pods are
 * taken out of their backoff early, ends fall on whole seconds, so that the pods of one second are taken in the order
 * of the active ones.
 */
final class Backoff {
    private static final long SECOND = 1_000_000_000L;
    /** Longer ago than any time of the clock: no backoff. */
    static final long NONE = Long.MIN_VALUE;

    private final long initial;
    private final long longest;
    private final boolean whole;

    Backoff(QueueOptions options) {
        this.initial = options.initialBackoff().toNanos();
        this.longest = options.maxBackoff().toNanos();
        this.whole = options.popFromBackoff();
    }

    /** When a pod that failed {@code count} times, the last time at {@code failed}, may be tried again. */
    long end(int count, long failed) {
        return longest == 0 || count == 0 ? NONE : align(failed + duration(count));
    }

    private long duration(int count) {
        int shift = count - 1;
        if (shift >= 62 || initial > longest >> shift) {
            return longest;
        }
        return initial << shift;
    }

    /** Whether a backoff that ends at {@code end} is over; not yet in the very second in which it ends. */
    boolean isOver(long end, long now) {
        return end < align(now);
    }

    /** The last time, up to {@code now}, at which pods were let out of their backoff: they are every second. */
    static long tick(long now) {
        return Math.floorDiv(now, SECOND) * SECOND;
    }

    /** How long until a pod whose backoff ends at {@code end} is let out. */
    static long left(long end, long now) {
        return tick(end) + SECOND - now;
    }

    private long align(long nanos) {
        return whole ? tick(nanos) : nanos;
    }
}
