package dev.customscheduler.runtime.binding;

import dev.customscheduler.framework.ApiResult;
import dev.customscheduler.framework.Cluster;
import dev.customscheduler.framework.model.Pod;
import dev.customscheduler.runtime.client.ApiClient;
import dev.customscheduler.runtime.client.ApiReply;
import dev.customscheduler.runtime.client.ApiRequest;
import dev.customscheduler.runtime.client.Backoff;
import dev.customscheduler.runtime.events.EventRecorder;
import dev.customscheduler.runtime.logging.Klog;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.LongAdder;

/**
 * The scheduler's hand in the cluster over HTTP.
 *
 * <p>Writes are repeated as kube-scheduler repeats them: four attempts, 10 ms apart and five times longer each time,
 * for InternalError, ServiceUnavailable and a refused connection; a status patch for a conflict too. Nothing is written
 * once the {@link Fence} is closed, whatever the caller believes.
 */
public final class ApiCluster implements Cluster {
    private static final int ATTEMPTS = 4;
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final Klog LOG = Klog.of("cluster");
    private static final ApiResult FENCED =
            new ApiResult(ApiResult.Outcome.UNAVAILABLE, "this scheduler is not the leader any more");
    private static final ApiResult INTERRUPTED =
            new ApiResult(ApiResult.Outcome.UNAVAILABLE, "the scheduler is stopping");

    private final ApiClient client;
    private final EventRecorder events;
    private final Fence fence;
    private final VolumeWrites volumes;
    private final LongAdder fenced = new LongAdder();

    /** A hand that writes through {@code client} as long as {@code fence} allows. */
    public ApiCluster(ApiClient client, EventRecorder events, Fence fence) {
        this.client = client;
        this.events = events;
        this.fence = fence;
        this.volumes = new VolumeWrites(client, request -> write(request, false));
    }

    /** Writes that were not made because the fence was closed. */
    public long fencedWrites() {
        return fenced.sum();
    }

    @Override
    public ApiResult bind(Pod pod, String nodeName) {
        if (LOG.v(3)) {
            LOG.info("Attempting to bind pod to node", "pod", pod.key(), "node", nodeName);
        }
        return write(ApiRequest.post(path(pod) + "/binding", PodBodies.binding(pod, nodeName), false), false);
    }

    @Override
    public ApiResult patchStatus(Pod pod, StatusPatch patch) {
        byte[] body = PodBodies.status(pod, patch, Instant.now());
        if (body == null) {
            return ApiResult.ok();
        }
        if (LOG.v(3)) {
            LOG.info("Updating pod condition and nominated node name", "pod", pod.key(), "patch", patch);
        }
        return write(ApiRequest.strategicPatch(path(pod) + "/status", body), true);
    }

    @Override
    public ApiResult delete(Pod pod) {
        return write(ApiRequest.delete(path(pod), PodBodies.deletion(pod)), false);
    }

    @Override
    public void event(PodEvent event) {
        events.record(event);
    }

    @Override
    public ApiResult claimVolume(String volume, String resourceVersion, ClaimReference claim) {
        return volumes.claim(volume, resourceVersion, claim);
    }

    @Override
    public ApiResult selectNode(String claimNamespace, String claimName, String resourceVersion, String node) {
        return volumes.selectNode(claimNamespace, claimName, resourceVersion, node);
    }

    private static String path(Pod pod) {
        return "/api/v1/namespaces/" + pod.namespace() + "/pods/" + pod.name();
    }

    private ApiResult write(ApiRequest request, boolean alsoConflicts) {
        Backoff backoff = Backoff.write();
        ApiRequest timed = request.within(TIMEOUT);
        try {
            for (int attempt = 1; ; attempt++) {
                if (!fence.mayWrite()) {
                    fenced.increment();
                    return FENCED;
                }
                ApiReply reply = client.send(timed);
                boolean again = reply.retriable()
                        || alsoConflicts && reply instanceof ApiReply.Refused refused && refused.conflict();
                if (!again || attempt == ATTEMPTS) {
                    return result(reply);
                }
                Thread.sleep(backoff.pause());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return INTERRUPTED;
        }
    }

    static ApiResult result(ApiReply reply) {
        return switch (reply) {
            case ApiReply.Done ignored -> ApiResult.ok();
            case ApiReply.Unreachable(String message, boolean ignored) ->
                new ApiResult(ApiResult.Outcome.UNAVAILABLE, message);
            case ApiReply.Refused refused -> new ApiResult(outcome(refused), refused.message());
        };
    }

    private static ApiResult.Outcome outcome(ApiReply.Refused refused) {
        return switch (refused.code()) {
            case 404 -> ApiResult.Outcome.NOT_FOUND;
            case 409 -> ApiResult.Outcome.CONFLICT;
            case 429 -> ApiResult.Outcome.UNAVAILABLE;
            default -> refused.code() >= 500 ? ApiResult.Outcome.UNAVAILABLE : ApiResult.Outcome.REFUSED;
        };
    }
}
