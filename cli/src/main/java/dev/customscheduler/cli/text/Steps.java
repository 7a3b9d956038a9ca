package dev.customscheduler.cli.text;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;

/** Progress of something that takes a while: a line for each step with the seconds since the beginning. */
public final class Steps {
    private final PrintWriter err;
    private final long start = System.nanoTime();

    /**
     * Begins to count.
     *
     * @param err where the lines go
     */
    public Steps(PrintWriter err) {
        this.err = err;
    }

    /**
     * Says what begins now, or what was reached.
     *
     * @param what a short sentence without a full stop
     */
    public synchronized void say(String what) {
        err.printf(Locale.ROOT, "[%6.1f s] %s%n", elapsed().toMillis() / 1000.0, what);
        err.flush();
    }

    /**
     * The time since the beginning.
     *
     * @return a duration that only grows
     */
    public Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - start);
    }
}
