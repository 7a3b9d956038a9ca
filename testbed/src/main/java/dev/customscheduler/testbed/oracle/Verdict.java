package dev.customscheduler.testbed.oracle;

import org.jspecify.annotations.Nullable;

/**
 * What kube-scheduler says of a configuration.
 *
 * @param error its message; null if it is accepted
 */
public record Verdict(boolean accepted, @Nullable String error) {}
