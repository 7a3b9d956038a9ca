package dev.customscheduler.framework.model;

import java.util.function.Function;

/**
 * What a pod takes of a node.
 *
 * @param requests what it requests
 * @param nonZeroMilliCpu its CPU as resource scoring counts it, in thousandths, with a default for containers that
 *     state none
 * @param nonZeroMemory its memory as resource scoring counts it, in bytes
 */
public record PodFootprint(Resources requests, long nonZeroMilliCpu, long nonZeroMemory) {

    static PodFootprint of(PodSpec spec, Function<Container, ResourceList> view, ResourceList podLevel) {
        ResourceList requests = PodRequests.aggregate(spec, view, podLevel, 0, 0);
        boolean whole = PodRequests.hasPodLevel(podLevel);
        boolean assumeCpu = !whole || !requests.has(ResourceNames.CPU);
        boolean assumeMemory = !whole || !requests.has(ResourceNames.MEMORY);
        ResourceList nonZero = requests;
        if (assumeCpu || assumeMemory) {
            nonZero = PodRequests.aggregate(
                    spec,
                    view,
                    podLevel,
                    assumeCpu ? PodRequests.DEFAULT_MILLI_CPU : 0,
                    assumeMemory ? PodRequests.DEFAULT_MEMORY : 0);
        }
        return new PodFootprint(
                Resources.of(requests), nonZero.get(ResourceNames.CPU), nonZero.get(ResourceNames.MEMORY));
    }
}
