package dev.customscheduler.engine.queue;

import java.time.Duration;

/**
 * How long a pod waits after its n-th failure: the initial backoff doubled n-1 times, up to the longest. Ends fall on
 * whole seconds.
 */
final class Backoff {
    private static final long SECOND = 1_000_000_000L;

    private final long initial;
    private final long longest;

    Backoff(Duration initial, Duration longest) {
        this.initial = initial.toNanos();
        this.longest = longest.toNanos();
    }

    long duration(int count) {
        int shift = count - 1;
        if (shift >= 62 || initial > longest >> shift) {
            return longest;
        }
        return initial << shift;
    }

    /** The whole second that {@code nanos} lies in. */
    long align(long nanos) {
        return Math.floorDiv(nanos, SECOND) * SECOND;
    }
}
