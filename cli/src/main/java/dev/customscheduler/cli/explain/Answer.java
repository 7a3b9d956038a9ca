package dev.customscheduler.cli.explain;

import dev.customscheduler.engine.explain.Explanation;
import org.jspecify.annotations.Nullable;

/**
 * What came of the question, as {@code -o json} prints it: a change of this shape is a change of the command's
 * contract.
 *
 * @param namespace the pod's
 * @param name the pod's
 * @param schedulerName the scheduler that the pod asks for; empty where there is no such pod
 * @param scheduler who was asked; null where nobody was found
 * @param problem why there is no explanation; null where there is one
 * @param explanation what the scheduler says
 */
record Answer(
        String namespace,
        String name,
        String schedulerName,
        @Nullable Asked scheduler,
        @Nullable Problem problem,
        @Nullable Explanation explanation) {

    /**
     * Who was asked.
     *
     * @param resource the CustomScheduler's name; empty for the cluster's own scheduler
     * @param namespace where it runs
     * @param pod the pod that leads; empty where it was asked at an address, and for a simulation
     * @param address where it was asked; empty where that was through the API server, and for a simulation
     */
    record Asked(String resource, String namespace, String pod, String address) {}

    /**
     * Why there is no explanation.
     *
     * @param reason a word for programs
     * @param message a text for people
     */
    record Problem(Reason reason, String message) {}

    /** The kinds of problems. */
    enum Reason {
        /** There is no such pod. */
        POD_NOT_FOUND,
        /** The pod has come to its end. */
        POD_ENDED,
        /** No CustomScheduler claims the pod's schedulerName. */
        UNKNOWN_SCHEDULER,
        /** No pod of the scheduler is ready. */
        NOT_READY,
        /** No replica of the scheduler leads. */
        NO_LEADER,
        /** The user, or the token, may not do what is needed. */
        FORBIDDEN,
        /** The scheduler cannot be reached, or does not explain. */
        NO_ANSWER,
        /** The scheduler does not know the pod, or the pod changed hands. */
        NOT_KNOWN
    }
}
