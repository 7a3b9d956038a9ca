package dev.customscheduler.framework.model;

import dev.customscheduler.framework.model.PodStatus.AllocatedResources;
import org.jspecify.annotations.Nullable;

/**
 * The footprint of a pod whose resources change in place: the most of what the spec asks, what the kubelet reserved and
 * what the containers run with; a resize that is refused for good does not count.
 */
final class ResizedPod {
    private final Pod pod;
    private final boolean infeasible;
    private final @Nullable AllocatedResources whole;

    private ResizedPod(Pod pod) {
        this.pod = pod;
        this.infeasible = pod.status().resizeInfeasible();
        this.whole = find(pod, "");
    }

    static PodFootprint footprint(Pod pod) {
        ResizedPod view = new ResizedPod(pod);
        return PodFootprint.of(pod.spec(), view::total);
    }

    private ResourceList total(long assumeCpu, long assumeMemory) {
        PodSpec spec = pod.spec();
        ResourceList allocated;
        ResourceList actual;
        if (whole != null && whole.allocated().size() > 0 && whole.actual().size() > 0) {
            allocated = whole.allocated();
            actual = whole.actual();
        } else {
            allocated = PodRequests.containers(spec, this::allocated, assumeCpu, assumeMemory);
            actual = PodRequests.containers(spec, this::actual, assumeCpu, assumeMemory);
        }
        ResourceList most = PodRequests.max(actual, allocated);
        if (!infeasible) {
            most = PodRequests.max(most, PodRequests.containers(spec, Container::requests, assumeCpu, assumeMemory));
        }
        return PodRequests.whole(most, podLevel(), spec.overhead());
    }

    private ResourceList podLevel() {
        ResourceList asked = pod.spec().podLevelRequests();
        if (whole == null || whole.actual().size() == 0 || !PodRequests.hasPodLevel(asked)) {
            return asked;
        }
        ResourceList most = PodRequests.max(whole.actual(), whole.allocated());
        return infeasible ? most : PodRequests.max(asked, most);
    }

    private ResourceList allocated(Container container) {
        AllocatedResources status = find(pod, container.name());
        if (status != null && status.allocated().size() > 0) {
            return status.allocated();
        }
        return infeasible ? ResourceList.none() : container.requests();
    }

    private ResourceList actual(Container container) {
        AllocatedResources status = find(pod, container.name());
        if (status != null && status.actual().size() > 0) {
            return status.actual();
        }
        return allocated(container);
    }

    private static @Nullable AllocatedResources find(Pod pod, String container) {
        for (AllocatedResources a : pod.status().allocated()) {
            if (a.container().equals(container)) {
                return a;
            }
        }
        return null;
    }
}
