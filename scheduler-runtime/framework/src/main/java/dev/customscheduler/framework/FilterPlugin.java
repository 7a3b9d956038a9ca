package dev.customscheduler.framework;

import dev.customscheduler.framework.model.Pod;

/** Decides whether a pod can run on a node. Called for every node: it should allocate nothing. */
public interface FilterPlugin extends Plugin {

    /**
     * Success, Unschedulable, UnschedulableAndUnresolvable or Error. The node info may differ from the snapshot's where
     * the scheduler tries what would be with other pods.
     */
    Status filter(CycleState state, Pod pod, NodeInfo node);
}
