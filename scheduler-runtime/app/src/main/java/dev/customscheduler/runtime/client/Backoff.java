package dev.customscheduler.runtime.client;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Growing pauses between attempts, each made longer by a random part so that many clients do not come back at once. */
public final class Backoff {
    private final long first;
    private final double factor;
    private final double jitter;
    private final long longest;
    private double next;

    /**
     * Makes a backoff at its beginning.
     *
     * @param jitter each pause is multiplied by a random number from 1 to 1 + jitter
     */
    public Backoff(Duration first, double factor, double jitter, Duration longest) {
        this.first = first.toNanos();
        this.factor = factor;
        this.jitter = jitter;
        this.longest = longest.toNanos();
        this.next = this.first;
    }

    /** The pauses between a reflector's attempts in client-go: 800 ms doubling to 30 s, jitter 1. */
    public static Backoff reflector() {
        return new Backoff(Duration.ofMillis(800), 2, 1, Duration.ofSeconds(30));
    }

    /** The pauses between attempts of a write in client-go's DefaultBackoff: 10 ms times 5, jitter 0.1. */
    public static Backoff write() {
        return new Backoff(Duration.ofMillis(10), 5, 0.1, Duration.ofSeconds(1));
    }

    /** The next pause. */
    public Duration pause() {
        double pause = next * (1 + jitter * ThreadLocalRandom.current().nextDouble());
        next = Math.min(next * factor, longest);
        return Duration.ofNanos((long) pause);
    }

    /** Begins again with the first pause. */
    public void reset() {
        next = first;
    }
}
