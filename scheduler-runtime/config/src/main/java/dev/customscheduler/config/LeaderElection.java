package dev.customscheduler.config;

import java.time.Duration;

/** {@code leaderElection}, defaulted. Durations have Go's precision of a nanosecond. */
public record LeaderElection(
        boolean leaderElect,
        Duration leaseDuration,
        Duration renewDeadline,
        Duration retryPeriod,
        String resourceLock,
        String resourceName,
        String resourceNamespace) {}
