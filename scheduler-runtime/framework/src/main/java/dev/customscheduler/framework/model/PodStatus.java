package dev.customscheduler.framework.model;

import java.util.List;

/**
 * What scheduling reads of a pod's status.
 *
 * @param phase the phase, empty where there is none yet
 * @param nominatedNodeName the node that the pod is to go to, or the empty string
 * @param startTime when the kubelet took the pod, in milliseconds since 1970, 0 where it did not yet
 * @param scheduledStatus the status of the PodScheduled condition, or the empty string
 * @param scheduledReason its reason
 * @param scheduledMessage its message
 * @param disrupted whether a DisruptionTarget condition says that the scheduler preempts the pod
 * @param resizeInfeasible whether a pending resize is refused for good
 * @param resourceClaimNames the claims that were made for the pod, as {@code reference=claim}
 * @param allocated what the kubelet says that containers have
 */
public record PodStatus(
        String phase,
        String nominatedNodeName,
        long startTime,
        String scheduledStatus,
        String scheduledReason,
        String scheduledMessage,
        boolean disrupted,
        boolean resizeInfeasible,
        List<String> resourceClaimNames,
        List<AllocatedResources> allocated) {

    /** The status of a pod that was just created. */
    public static final PodStatus NEW = new PodStatus("", "", 0, "", "", "", false, false, List.of(), List.of());

    /**
     * What the kubelet reports of a container whose resources may be resized in place.
     *
     * @param container the container's name; empty for the pod as a whole
     * @param allocated what the kubelet reserved for it
     * @param actual what it runs with
     */
    public record AllocatedResources(String container, ResourceList allocated, ResourceList actual) {}

    /** Whether the pod came to its end, so that it takes nothing of its node any more. */
    public boolean isTerminal() {
        return phase.equals("Succeeded") || phase.equals("Failed");
    }

    /** This status with another nominated node. */
    public PodStatus withNominatedNodeName(String node) {
        return new PodStatus(
                phase,
                node,
                startTime,
                scheduledStatus,
                scheduledReason,
                scheduledMessage,
                disrupted,
                resizeInfeasible,
                resourceClaimNames,
                allocated);
    }

    /** This status with another start. */
    public PodStatus withStartTime(long time) {
        return new PodStatus(
                phase,
                nominatedNodeName,
                time,
                scheduledStatus,
                scheduledReason,
                scheduledMessage,
                disrupted,
                resizeInfeasible,
                resourceClaimNames,
                allocated);
    }
}
