package dev.customscheduler.engine.attempts;

/**
 * The last attempt of a pod that has no node.
 *
 * @param time when it ended, in milliseconds since 1970
 * @param message the text of the PodScheduled condition
 * @param rejected whether the pod does not fit; else something failed
 * @param nominatedNode where preemption makes room, or the empty string
 * @param preemptions how often this pod has made room by preemption so far
 * @param refusals why nodes were refused; of no nodes where there was no room to keep them
 */
public record FailedAttempt(
        long time, String message, boolean rejected, String nominatedNode, int preemptions, NodeRefusals refusals) {

    /** What it takes in memory beside the fixed part, about. */
    long bytes() {
        return message.length() + (long) refusals.bytes();
    }

    FailedAttempt withoutRefusals() {
        return new FailedAttempt(time, message, rejected, nominatedNode, preemptions, NodeRefusals.NONE);
    }
}
