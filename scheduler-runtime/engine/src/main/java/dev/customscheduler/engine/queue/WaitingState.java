package dev.customscheduler.engine.queue;

import dev.customscheduler.framework.model.Pod;
import java.util.Set;

/**
 * How a pod waits. Durations are nanoseconds up to now.
 *
 * @param pod its latest state
 * @param where in which queue
 * @param attempts how often it was tried
 * @param sinceFirstAttempt how long ago the first attempt began, -1 where there was none
 * @param sinceFailure how long ago the last attempt failed, -1 where none has
 * @param backoffLeft how long it still waits for its backoff
 * @param rejectors the plugins that refused it in the last attempt
 * @param pending the plugins that set something going for it and wait for that
 * @param gate the PreEnqueue plugin that holds it back, or the empty string
 */
public record WaitingState(
        Pod pod,
        Where where,
        int attempts,
        long sinceFirstAttempt,
        long sinceFailure,
        long backoffLeft,
        Set<String> rejectors,
        Set<String> pending,
        String gate) {

    /** Where a pod waits. */
    public enum Where {
        /** In no queue: it is tried, or being bound. */
        TRIED_NOW,
        /** Ready to be tried. */
        ACTIVE,
        /** Waiting for its backoff to end. */
        BACKOFF,
        /** Waiting for an event. */
        UNSCHEDULABLE,
        /** Held back by a PreEnqueue plugin. */
        GATED
    }
}
