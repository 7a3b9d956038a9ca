package dev.customscheduler.framework;

import org.jspecify.annotations.Nullable;

/**
 * The answer of a PostFilter plugin.
 *
 * @param status Success where the pod can be placed after what the plugin set going; Unschedulable where it could do
 *     nothing; Error
 * @param nominatedNode the node that the pod is to get; empty takes an earlier nomination away; null leaves it as it is
 */
public record PostFilterResult(Status status, @Nullable String nominatedNode) {}
