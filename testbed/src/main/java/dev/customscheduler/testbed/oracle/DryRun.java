package dev.customscheduler.testbed.oracle;

import java.util.List;

/**
 * What kube-scheduler's preemption found on one node.
 *
 * @param node the node
 * @param victims the pods that would have to leave, namespace/name, the most important first; empty if the node is no
 *     candidate
 * @param violations how many of them break a budget
 * @param reason why the node is no candidate, else empty
 */
public record DryRun(String node, List<String> victims, int violations, String reason) {}
