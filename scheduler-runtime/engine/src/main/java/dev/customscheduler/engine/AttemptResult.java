package dev.customscheduler.engine;

import dev.customscheduler.framework.Status;
import dev.customscheduler.framework.model.Pod;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one attempt to schedule a pod came to, and why.
 *
 * @param pod the pod
 * @param outcome how it ended
 * @param node the node, for {@link Outcome#SCHEDULED}
 * @param message the text of the PodScheduled condition otherwise, else the empty string
 * @param nominatedNode the node that preemption made room on, or the empty string
 * @param statuses why nodes were refused, by node name; empty where the pod fits, or where PreFilter refused it for all
 * @param scores each feasible node's weighted score by plugin, where scoring ran
 * @param victims the pods that were preempted, as {@code namespace/name}, sorted
 * @param evaluatedNodes how many nodes were looked at
 * @param feasibleNodes how many of them fit
 */
public record AttemptResult(
        Pod pod,
        Outcome outcome,
        @Nullable String node,
        String message,
        String nominatedNode,
        Map<String, Status> statuses,
        Map<String, Map<String, Long>> scores,
        List<String> victims,
        int evaluatedNodes,
        int feasibleNodes) {

    /** How an attempt ends. */
    public enum Outcome {
        /** The pod got a node and was bound. */
        SCHEDULED,
        /** No node fits, or a plugin refused. */
        UNSCHEDULABLE,
        /** Something failed. */
        ERROR,
        /** Scheduling gates, or another PreEnqueue plugin, hold the pod back: it was not tried. */
        GATED,
        /** No profile has the scheduler name that the pod asks for: it was not tried. */
        NOT_RESPONSIBLE
    }

    /** The same with the pods that were preempted. */
    public AttemptResult withVictims(List<String> preempted) {
        return new AttemptResult(
                pod,
                outcome,
                node,
                message,
                nominatedNode,
                statuses,
                scores,
                List.copyOf(preempted),
                evaluatedNodes,
                feasibleNodes);
    }
}
