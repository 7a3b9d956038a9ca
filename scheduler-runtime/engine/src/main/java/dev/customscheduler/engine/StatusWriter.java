package dev.customscheduler.engine;

import dev.customscheduler.framework.ApiResult;
import dev.customscheduler.framework.Cluster;
import dev.customscheduler.framework.Cluster.StatusPatch;
import dev.customscheduler.framework.model.Pod;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Writes pods' statuses beside the scheduling of other pods. Writes for one pod go out one after another, and one that
 * a later one overtook before it began is left out.
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
    }

    void write(Pod pod, StatusPatch patch) {
        String uid = pod.uid();
        synchronized (pods) {
            Writes known = pods.get(uid);
            if (known != null) {
                known.pod = pod;
                known.next = patch;
                return;
            }
            Writes first = new Writes();
            first.pod = pod;
            first.next = patch;
            pods.put(uid, first);
        }
        executor.execute(() -> drain(uid));
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
