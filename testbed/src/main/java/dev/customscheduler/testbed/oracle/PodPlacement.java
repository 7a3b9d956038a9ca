package dev.customscheduler.testbed.oracle;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What kube-scheduler did with one pod in one attempt.
 *
 * @param pod namespace/name
 * @param node null if it was not bound
 * @param message of the PodScheduled condition; null if it was bound, or not attempted (gated, or another scheduler's)
 * @param nominatedNode null if none
 * @param preempted the pods deleted for it, namespace/name, sorted
 * @param dryRuns what preemption tried, in that order
 * @param nodes for a pod that fits nowhere: "Plugin: reason, reason" by node
 * @param scores the weighted score by node and plugin; empty if only one node was feasible
 */
public record PodPlacement(
        String pod,
        @Nullable String node,
        @Nullable String message,
        @Nullable String nominatedNode,
        List<String> preempted,
        List<DryRun> dryRuns,
        Map<String, String> nodes,
        Map<String, Map<String, Long>> scores) {}
