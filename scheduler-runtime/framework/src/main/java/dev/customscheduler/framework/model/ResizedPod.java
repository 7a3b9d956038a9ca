package dev.customscheduler.framework.model;

import dev.customscheduler.framework.model.PodStatus.AllocatedResources;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The footprint of a pod whose resources change in place: the most of what the spec asks, what the kubelet reserved and
 * what the containers run with; a resize that is refused for good does not count.
 */
final class ResizedPod {
    private ResizedPod() {}

    static PodFootprint footprint(Pod pod) {
        PodFootprint actual = view(pod, c -> actual(pod, c), AllocatedResources::actual);
        PodFootprint allocated = view(pod, c -> allocated(pod, c), AllocatedResources::allocated);
        PodFootprint most = max(actual, allocated);
        return pod.status().resizeInfeasible() ? most : max(most, pod.spec().footprint());
    }

    private static PodFootprint view(
            Pod pod, Function<Container, ResourceList> view, Function<AllocatedResources, ResourceList> whole) {
        ResourceList podLevel = pod.spec().podLevelRequests();
        AllocatedResources status = find(pod, "");
        if (status != null && PodRequests.hasPodLevel(podLevel)) {
            podLevel = pod.status().resizeInfeasible()
                    ? whole.apply(status)
                    : PodRequests.max(podLevel, whole.apply(status));
        }
        return PodFootprint.of(pod.spec(), view, podLevel);
    }

    private static ResourceList allocated(Pod pod, Container container) {
        AllocatedResources status = find(pod, container.name());
        if (status != null && status.allocated().size() > 0) {
            return status.allocated();
        }
        return pod.status().resizeInfeasible() ? ResourceList.none() : container.requests();
    }

    private static ResourceList actual(Pod pod, Container container) {
        AllocatedResources status = find(pod, container.name());
        if (status != null && status.actual().size() > 0) {
            return status.actual();
        }
        return allocated(pod, container);
    }

    private static @Nullable AllocatedResources find(Pod pod, String container) {
        for (AllocatedResources a : pod.status().allocated()) {
            if (a.container().equals(container)) {
                return a;
            }
        }
        return null;
    }

    private static PodFootprint max(PodFootprint a, PodFootprint b) {
        return new PodFootprint(
                a.requests().max(b.requests()),
                Math.max(a.nonZeroMilliCpu(), b.nonZeroMilliCpu()),
                Math.max(a.nonZeroMemory(), b.nonZeroMemory()));
    }
}
