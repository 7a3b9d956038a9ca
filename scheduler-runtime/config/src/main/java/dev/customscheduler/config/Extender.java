package dev.customscheduler.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * One HTTP extender, in the order of the document (ignorable ones are called last all the same).
 *
 * @param weight multiplies its scores of 0 to 10
 * @param httpTimeout zero in the document means 5 seconds; here it is what the document says
 */
public record Extender(
        String urlPrefix,
        String filterVerb,
        String preemptVerb,
        String prioritizeVerb,
        long weight,
        String bindVerb,
        boolean enableHttps,
        Optional<ExtenderTlsConfig> tlsConfig,
        Duration httpTimeout,
        boolean nodeCacheCapable,
        List<ExtenderManagedResource> managedResources,
        boolean ignorable) {
    /** What an extender without {@code httpTimeout} waits. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(5);

    public Extender {
        managedResources = List.copyOf(managedResources);
    }

    /** The timeout in force. */
    public Duration effectiveTimeout() {
        return httpTimeout.isZero() ? DEFAULT_TIMEOUT : httpTimeout;
    }
}
