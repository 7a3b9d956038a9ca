package dev.customscheduler.testbed.node;

import java.time.Duration;

/** The growing pause between restarts: none before the first, then doubling, forgotten after a long enough run. */
final class Backoff {
    /** A kubelet's are 10 s, 5 min and 10 min. */
    record Settings(Duration initial, Duration max, Duration forgottenAfter) {
        static Settings kubelet() {
            return new Settings(Duration.ofSeconds(10), Duration.ofMinutes(5), Duration.ofMinutes(10));
        }
    }

    private final Settings settings;
    private Duration next = Duration.ZERO;

    Backoff(Settings settings) {
        this.settings = settings;
    }

    /** The pause before the restart of something that has run that long. */
    Duration after(Duration run) {
        if (run.compareTo(settings.forgottenAfter()) > 0) {
            next = Duration.ZERO;
        }
        Duration pause = next;
        Duration doubled = next.isZero() ? settings.initial() : next.multipliedBy(2);
        next = doubled.compareTo(settings.max()) > 0 ? settings.max() : doubled;
        return pause;
    }
}
