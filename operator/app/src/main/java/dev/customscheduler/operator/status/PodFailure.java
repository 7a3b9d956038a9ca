package dev.customscheduler.operator.status;

import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Why a pod of the scheduler does not come up, in the cluster's own words.
 *
 * @param reason which of the fixed reasons
 * @param message the pod, the container and what it said last
 */
public record PodFailure(Reason reason, String message) {
    /** Enough for a stack trace's head or a configuration error, and not a log. */
    private static final int LAST_WORDS_LIMIT = 1_024;

    /**
     * The failure of the newest failing pod, since it speaks of the newest template.
     *
     * @param pods the scheduler's pods
     * @return the failure; empty when no pod fails
     */
    public static Optional<PodFailure> of(List<Pod> pods) {
        return pods.stream()
                .filter(p -> p.getMetadata().getDeletionTimestamp() == null && p.getStatus() != null)
                .sorted(Comparator.comparing(
                                (Pod p) -> p.getMetadata().getCreationTimestamp(), Comparator.reverseOrder())
                        .thenComparing(p -> p.getMetadata().getName()))
                .flatMap(p -> ofPod(p).stream())
                .findFirst();
    }

    private static Optional<PodFailure> ofPod(Pod pod) {
        String name = pod.getMetadata().getName();
        var statuses = new ArrayList<>(pod.getStatus().getInitContainerStatuses());
        statuses.addAll(pod.getStatus().getContainerStatuses());
        for (var status : statuses) {
            var failure = ofContainer(name, status);
            if (failure.isPresent()) {
                return failure;
            }
        }
        return pod.getStatus().getConditions().stream()
                .filter(c -> "PodScheduled".equals(c.getType()) && "False".equals(c.getStatus()))
                .findFirst()
                .map(c -> new PodFailure(Reason.Unschedulable, "pod " + name + " has no node: " + c.getMessage()));
    }

    private static Optional<PodFailure> ofContainer(String pod, ContainerStatus status) {
        String subject = "pod " + pod + ", container " + status.getName() + ": ";
        var waiting = status.getState() == null ? null : status.getState().getWaiting();
        if (waiting != null && waiting.getReason() != null) {
            String detail = waiting.getMessage() == null ? "" : ": " + shorten(waiting.getMessage());
            switch (waiting.getReason()) {
                case "ErrImagePull", "ImagePullBackOff", "InvalidImageName", "ErrImageNeverPull" -> {
                    return Optional.of(new PodFailure(Reason.ImagePullFailed, subject + waiting.getReason() + detail));
                }
                case "CrashLoopBackOff" -> {
                    return Optional.of(new PodFailure(
                            Reason.CrashLooping,
                            subject + waiting.getReason() + lastWords(status).orElse(detail)));
                }
                case "ContainerCreating", "PodInitializing" -> {}
                default -> {
                    return Optional.of(
                            new PodFailure(Reason.ContainerNotCreated, subject + waiting.getReason() + detail));
                }
            }
        }
        var terminated = status.getState() == null ? null : status.getState().getTerminated();
        if (terminated != null && terminated.getExitCode() != null && terminated.getExitCode() != 0) {
            return Optional.of(new PodFailure(Reason.CrashLooping, subject + "ended" + words(terminated)));
        }
        return Optional.empty();
    }

    private static Optional<String> lastWords(ContainerStatus status) {
        return Optional.ofNullable(status.getLastState())
                .map(s -> s.getTerminated())
                .map(PodFailure::words);
    }

    private static String words(ContainerStateTerminated terminated) {
        String message = terminated.getMessage();
        return " with exit code " + terminated.getExitCode()
                + (message == null || message.isBlank() ? "" : ", its last words: " + shorten(message.strip()));
    }

    /** The end is kept: a process says last why it ends. */
    private static String shorten(String text) {
        return text.length() <= LAST_WORDS_LIMIT ? text : "..." + text.substring(text.length() - LAST_WORDS_LIMIT);
    }
}
