package dev.customscheduler.engine.simulation;

import dev.customscheduler.framework.ApiResult;
import dev.customscheduler.framework.Cluster;
import dev.customscheduler.framework.model.Pod;
import java.util.ArrayList;
import java.util.List;

/** A cluster that takes every write and remembers deletions. */
final class InMemoryCluster implements Cluster {
    private final List<Pod> deleted = new ArrayList<>();

    @Override
    public ApiResult bind(Pod pod, String nodeName) {
        return ApiResult.ok();
    }

    @Override
    public ApiResult patchStatus(Pod pod, StatusPatch patch) {
        return ApiResult.ok();
    }

    @Override
    public synchronized ApiResult delete(Pod pod) {
        deleted.add(pod);
        return ApiResult.ok();
    }

    @Override
    public void event(PodEvent event) {
        // Nobody watches a simulation's events; what they say is in the attempts' results.
    }

    /** The pods that were deleted since the last call. */
    synchronized List<Pod> takeDeleted() {
        List<Pod> taken = List.copyOf(deleted);
        deleted.clear();
        return taken;
    }
}
