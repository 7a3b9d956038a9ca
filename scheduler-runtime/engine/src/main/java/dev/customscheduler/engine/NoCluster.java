package dev.customscheduler.engine;

import dev.customscheduler.framework.ApiResult;
import dev.customscheduler.framework.Cluster;
import dev.customscheduler.framework.model.Pod;

/** The hand of a scheduler that only tries what if: it takes every write and does nothing. */
final class NoCluster implements Cluster {
    @Override
    public ApiResult bind(Pod pod, String nodeName) {
        return ApiResult.ok();
    }

    @Override
    public ApiResult patchStatus(Pod pod, StatusPatch patch) {
        return ApiResult.ok();
    }

    @Override
    public ApiResult delete(Pod pod) {
        return ApiResult.ok();
    }

    @Override
    public void event(PodEvent event) {
        // Nobody watches what does not happen.
    }

    @Override
    public ApiResult claimVolume(String volume, String resourceVersion, ClaimReference claim) {
        return ApiResult.ok();
    }

    @Override
    public ApiResult selectNode(String claimNamespace, String claimName, String resourceVersion, String node) {
        return ApiResult.ok();
    }
}
