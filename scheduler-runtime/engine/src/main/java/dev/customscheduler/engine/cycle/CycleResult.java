package dev.customscheduler.engine.cycle;

import dev.customscheduler.framework.Status;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the scheduling algorithm came to for one pod.
 *
 * @param node the chosen node, or null
 * @param status Success, a rejection or Error; its message is for users
 * @param nominatedNode what PostFilter nominated: a node, empty to clear, or null to leave
 * @param rejectors the plugins that refused the pod on some node, or for all
 * @param pending those of them that set something going and wait for it
 * @param evaluatedNodes how many nodes were looked at
 * @param feasibleNodes how many fit
 * @param statuses why nodes were refused, by name; empty unless a full diagnosis was asked for
 * @param scores each feasible node's weighted scores by plugin; empty unless a full diagnosis was asked for
 */
public record CycleResult(
        @Nullable String node,
        Status status,
        @Nullable String nominatedNode,
        Set<String> rejectors,
        Set<String> pending,
        int evaluatedNodes,
        int feasibleNodes,
        Map<String, Status> statuses,
        Map<String, Map<String, Long>> scores) {}
