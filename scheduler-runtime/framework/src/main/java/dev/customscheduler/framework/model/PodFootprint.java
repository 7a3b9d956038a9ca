package dev.customscheduler.framework.model;

/**
 * What a pod takes of a node.
 *
 * @param requests what it requests
 * @param nonZeroMilliCpu its CPU as resource scoring counts it, in thousandths, with a default for containers that
 *     state none
 * @param nonZeroMemory its memory as resource scoring counts it, in bytes
 */
public record PodFootprint(Resources requests, long nonZeroMilliCpu, long nonZeroMemory) {

    /** A sum over a pod. */
    @FunctionalInterface
    interface Total {
        /**
         * The sum.
         *
         * @param assumeCpu CPU for a container that states none, or 0
         * @param assumeMemory memory for a container that states none, or 0
         */
        ResourceList of(long assumeCpu, long assumeMemory);
    }

    static PodFootprint of(PodSpec spec, Total total) {
        ResourceList requests = total.of(0, 0);
        boolean whole = PodRequests.hasPodLevel(spec.podLevelRequests());
        boolean assumeCpu = !whole || !requests.has(ResourceNames.CPU);
        boolean assumeMemory = !whole || !requests.has(ResourceNames.MEMORY);
        ResourceList nonZero = requests;
        if (assumeCpu || assumeMemory) {
            nonZero = total.of(
                    assumeCpu ? PodRequests.DEFAULT_MILLI_CPU : 0, assumeMemory ? PodRequests.DEFAULT_MEMORY : 0);
        }
        return new PodFootprint(
                Resources.of(requests), nonZero.get(ResourceNames.CPU), nonZero.get(ResourceNames.MEMORY));
    }
}
