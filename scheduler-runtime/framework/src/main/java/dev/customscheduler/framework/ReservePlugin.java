package dev.customscheduler.framework;

import dev.customscheduler.framework.model.Pod;

/** Takes note that a pod is about to go to a node, and of its failing to. */
public interface ReservePlugin extends Plugin {

    /** The pod is assumed to be on the node. A status that is not Success takes it back. */
    Status reserve(CycleState state, Pod pod, String nodeName);

    /**
     * The pod does not go there after all. Runs for all plugins in reverse order, also for those whose Reserve did not
     * run; never fails.
     */
    void unreserve(CycleState state, Pod pod, String nodeName);
}
