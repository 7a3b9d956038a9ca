package dev.customscheduler.runtime.serving;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One named check.
 *
 * @param name as it shows with {@code ?verbose}
 * @param problem says what is wrong, or null; called on each request
 */
public record HealthCheck(String name, Supplier<@Nullable String> problem) {
    /** The check that only shows that the process answers. */
    public static final HealthCheck PING = new HealthCheck("ping", () -> null);
}
