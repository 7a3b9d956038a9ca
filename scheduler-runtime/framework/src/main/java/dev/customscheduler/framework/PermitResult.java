package dev.customscheduler.framework;

import java.time.Duration;

/**
 * The answer of a Permit plugin.
 *
 * @param status Success, Wait, a rejection or Error
 * @param timeout for Wait: how long the pod may wait; the scheduler allows 15 minutes at most
 */
public record PermitResult(Status status, Duration timeout) {
    private static final PermitResult ALLOW = new PermitResult(Status.success(), Duration.ZERO);

    /** The pod may be bound. */
    public static PermitResult allow() {
        return ALLOW;
    }
}
