package dev.customscheduler.cli.simulate;

import dev.customscheduler.engine.AttemptResult;
import dev.customscheduler.framework.model.Pod;
import java.util.List;

/** What to say about an attempt. */
final class Outcomes {
    private Outcomes() {}

    /** The message of the PodScheduled condition; empty for a pod that was placed. */
    static String message(AttemptResult attempt) {
        return switch (attempt.outcome()) {
            case SCHEDULED -> "";
            case UNSCHEDULABLE, ERROR, GATED -> attempt.message();
            case NOT_RESPONSIBLE ->
                "no profile here is named " + attempt.pod().spec().schedulerName()
                        + ", which the pod's spec.schedulerName asks for";
        };
    }

    /** Whether {@code text} means this pod: {@code name}, or {@code namespace/name}. */
    static boolean matches(Pod pod, String text) {
        return text.equals(pod.key()) || text.equals(pod.name());
    }

    /** How many pods have a node. */
    static int placed(List<AttemptResult> attempts) {
        int placed = 0;
        for (AttemptResult attempt : attempts) {
            if (attempt.outcome() == AttemptResult.Outcome.SCHEDULED) {
                placed++;
            }
        }
        return placed;
    }
}
