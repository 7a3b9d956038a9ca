package dev.customscheduler.testbed.node;

import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateBuilder;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a container at one moment.
 *
 * @param last how it ended the time before
 * @param started null before it runs; false until its startup probe has succeeded
 * @param ended it will not be started again
 */
record Snapshot(
        ContainerState state,
        @Nullable ContainerState last,
        int restartCount,
        boolean ready,
        @Nullable Boolean started,
        @Nullable String containerId,
        boolean ended) {

    static Snapshot waiting(String reason, int restartCount) {
        return new Snapshot(waitingState(reason, null), null, restartCount, false, null, null, false);
    }

    static ContainerState waitingState(String reason, @Nullable String message) {
        return new ContainerStateBuilder()
                .withNewWaiting()
                .withReason(reason)
                .withMessage(message)
                .endWaiting()
                .build();
    }

    boolean running() {
        return state.getRunning() != null;
    }

    boolean succeeded() {
        return ended && state.getTerminated() != null && state.getTerminated().getExitCode() == 0;
    }

    Snapshot withState(ContainerState next) {
        return new Snapshot(next, last, restartCount, false, Boolean.FALSE, containerId, ended);
    }

    Snapshot withReady(boolean next) {
        return new Snapshot(state, last, restartCount, next, started, containerId, ended);
    }

    Snapshot withStarted() {
        return new Snapshot(state, last, restartCount, ready, true, containerId, ended);
    }

    Snapshot withEnded() {
        return new Snapshot(state, last, restartCount, ready, started, containerId, true);
    }
}
