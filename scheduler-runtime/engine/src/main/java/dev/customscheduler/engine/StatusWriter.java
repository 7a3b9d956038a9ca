package dev.customscheduler.engine;

import dev.customscheduler.framework.ApiResult;
import dev.customscheduler.framework.Cluster;
import dev.customscheduler.framework.Cluster.StatusPatch;
import dev.customscheduler.framework.model.Pod;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Writes pods' statuses beside the scheduling of other pods. Writes for one pod go out one after another, and what a
 * later one overtook before it began is left out.
 */
final class StatusWriter {
    private final Cluster cluster;
    private final Executor executor;
    private final SchedulerObserver observer;
    private final Map<String, Writes> pods = new HashMap<>();

    StatusWriter(Cluster cluster, Executor executor, SchedulerObserver observer) {
        this.cluster = cluster;
        this.executor = executor;
        this.observer = observer;
    }

    private static final class Writes {
        private @Nullable Pod pod;
        private @Nullable StatusPatch next;
        private final CompletableFuture<Void> written = new CompletableFuture<>();
    }

    /** Writes some time soon. */
    void write(Pod pod, StatusPatch patch) {
        if (add(pod, patch)) {
            executor.execute(() -> drain(pod.uid()));
        }
    }

    /** Writes, and returns when this and all that went before is written or has failed. */
    void writeNow(Pod pod, StatusPatch patch) throws InterruptedException {
        if (add(pod, patch)) {
            drain(pod.uid());
            return;
        }
        awaitWritten(pod.uid(), false);
    }

    /**
     * Leaves out what is not being written yet, and returns when what is being written is. What a failed attempt had to
     * say must not reach a pod after its binding.
     */
    void settle(String uid) throws InterruptedException {
        awaitWritten(uid, true);
    }

    private void awaitWritten(String uid, boolean leaveOut) throws InterruptedException {
        CompletableFuture<Void> written;
        synchronized (pods) {
            Writes writes = pods.get(uid);
            if (writes == null) {
                return;
            }
            if (leaveOut) {
                writes.next = null;
            }
            written = writes.written;
        }
        try {
            written.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether the caller is to drain the pod's writes, because nobody does. */
    private boolean add(Pod pod, StatusPatch patch) {
        synchronized (pods) {
            Writes known = pods.get(pod.uid());
            if (known != null) {
                known.pod = pod;
                known.next = merged(known.next, patch);
                return false;
            }
            Writes first = new Writes();
            first.pod = pod;
            first.next = patch;
            pods.put(pod.uid(), first);
            return true;
        }
    }

    private static StatusPatch merged(@Nullable StatusPatch before, StatusPatch after) {
        return before == null
                ? after
                : new StatusPatch(
                        after.scheduled() == null ? before.scheduled() : after.scheduled(),
                        after.nominatedNode() == null ? before.nominatedNode() : after.nominatedNode(),
                        after.disruption() == null ? before.disruption() : after.disruption());
    }

    private void drain(String uid) {
        while (true) {
            Pod pod;
            StatusPatch patch;
            synchronized (pods) {
                Writes w = pods.get(uid);
                pod = w == null ? null : w.pod;
                patch = w == null ? null : w.next;
                if (w == null || pod == null || patch == null) {
                    pods.remove(uid);
                    if (w != null) {
                        w.written.complete(null);
                    }
                    return;
                }
                w.next = null;
            }
            ApiResult result = cluster.patchStatus(pod, patch);
            if (!result.isOk() && result.outcome() != ApiResult.Outcome.NOT_FOUND) {
                observer.error("Error updating pod", pod.key(), new ClusterWriteException(result));
            }
        }
    }
}
