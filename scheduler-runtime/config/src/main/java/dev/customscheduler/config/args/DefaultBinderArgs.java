package dev.customscheduler.config.args;

import java.time.Duration;

/**
 * {@code customscheduler.dev/v1alpha1} DefaultBinderArgs: the Bundled runtime's DefaultBinder tries a bind again after
 * a failure that may pass.
 *
 * @param maxAttempts at least 1; 1 never retries
 * @param initialBackoff waited before the first retry, and doubled for each further one
 * @param maxBackoff the longest wait
 */
public record DefaultBinderArgs(int maxAttempts, Duration initialBackoff, Duration maxBackoff) implements PluginArgs {
    /** Upstream's client tries a bind four times, 10 ms apart, each wait five times the one before. */
    public static final DefaultBinderArgs DEFAULTS =
            new DefaultBinderArgs(4, Duration.ofMillis(10), Duration.ofSeconds(1));

    @Override
    public String kind() {
        return "DefaultBinderArgs";
    }
}
