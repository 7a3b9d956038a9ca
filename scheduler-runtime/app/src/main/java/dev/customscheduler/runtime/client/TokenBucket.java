package dev.customscheduler.runtime.client;

import java.util.concurrent.TimeUnit;

/**
 * clientConnection's qps and burst: a bucket of {@code burst} tokens that fills at {@code qps} a second. A caller takes
 * its token ahead of time and sleeps until it is there, so callers go in the order in which they came.
 */
public final class TokenBucket {
    private final double nanosPerToken;
    private final double burstNanos;
    private double emptyUntil;

    /**
     * Makes a full bucket.
     *
     * @param qps tokens a second; negative means no limit
     * @param burst tokens that may be taken at once
     */
    public TokenBucket(double qps, int burst) {
        this.nanosPerToken = qps < 0 ? 0 : 1e9 / Math.max(qps, 1e-3);
        this.burstNanos = nanosPerToken * Math.max(burst, 1);
        this.emptyUntil = Double.NEGATIVE_INFINITY;
    }

    /** Takes a token, waiting for it where the bucket is empty. */
    public void take() throws InterruptedException {
        if (nanosPerToken == 0) {
            return;
        }
        long wait = reserve(System.nanoTime());
        if (wait > 0) {
            TimeUnit.NANOSECONDS.sleep(wait);
        }
    }

    /** Takes a token at the given time and returns for how many nanoseconds to wait for it. */
    synchronized long reserve(long now) {
        // emptyUntil is the moment at which the bucket would be full again minus a full bucket: a bucket that is full
        // has emptyUntil a whole burst in the past.
        emptyUntil = Math.max(emptyUntil, now - burstNanos) + nanosPerToken;
        return (long) Math.max(0, emptyUntil - now);
    }
}
