package dev.customscheduler.framework;

import dev.customscheduler.framework.model.Pod;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler's hand in the cluster: all that it writes. The process implements it over HTTP, simulation and tests in
 * memory. Calls may block and come from many threads at once. Retrying what is worth retrying is the implementation's
 * work.
 */
public interface Cluster {

    /** Binds {@code pod} to {@code nodeName}; the pod's UID must be the one that is bound. */
    ApiResult bind(Pod pod, String nodeName);

    /**
     * Writes the PodScheduled condition and the nominated node into the pod's status, as far as they are not there
     * already.
     */
    ApiResult patchStatus(Pod pod, StatusPatch patch);

    /** Deletes {@code pod} with its own grace period, if it is still the pod of this UID. */
    ApiResult delete(Pod pod);

    /** Writes an event; never blocks, never fails: events may be dropped. */
    void event(PodEvent event);

    /**
     * Writes into a PersistentVolume that it is for a claim, with the annotation
     * {@code pv.kubernetes.io/bound-by-controller: "yes"} unless its owner has reserved it for that claim; the volume
     * controller does the rest.
     *
     * @param resourceVersion the volume's version that the decision was made on
     */
    default ApiResult claimVolume(String volume, String resourceVersion, ClaimReference claim) {
        return new ApiResult(ApiResult.Outcome.REFUSED, "this scheduler cannot write persistent volumes");
    }

    /**
     * Writes the annotation {@code volume.kubernetes.io/selected-node} into a PersistentVolumeClaim, for which a volume
     * is then made.
     *
     * @param resourceVersion the claim's version that the decision was made on
     */
    default ApiResult selectNode(String claimNamespace, String claimName, String resourceVersion, String node) {
        return new ApiResult(ApiResult.Outcome.REFUSED, "this scheduler cannot write persistent volume claims");
    }

    /**
     * A PersistentVolumeClaim in the state that a decision was made on.
     *
     * @param namespace its namespace
     * @param name its name
     * @param uid its UID
     * @param resourceVersion the state's version
     */
    record ClaimReference(String namespace, String name, String uid, String resourceVersion) {}

    /**
     * A change of a pod's status.
     *
     * @param scheduled the PodScheduled condition to set, or null to leave it
     * @param nominatedNode the nominated node to set, empty to clear it, or null to leave it
     * @param disruption the message of a DisruptionTarget condition with the reason PreemptionByScheduler, or null
     */
    record StatusPatch(
            @Nullable Scheduled scheduled,
            @Nullable String nominatedNode,
            @Nullable String disruption) {}

    /**
     * A PodScheduled condition of status False.
     *
     * @param reason {@code Unschedulable}, {@code SchedulerError} or {@code SchedulingGated}
     * @param message the text for users, never cut
     */
    record Scheduled(String reason, String message) {}

    /**
     * An event about a pod.
     *
     * @param pod the pod
     * @param warning whether its type is Warning, else Normal
     * @param reason for example {@code FailedScheduling}
     * @param action for example {@code Scheduling}
     * @param note the text, not cut yet
     * @param reporter the profile's scheduler name
     */
    record PodEvent(Pod pod, boolean warning, String reason, String action, String note, String reporter) {}
}
