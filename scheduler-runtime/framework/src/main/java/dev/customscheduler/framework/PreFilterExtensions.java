package dev.customscheduler.framework;

import dev.customscheduler.framework.model.Pod;

/** Keeps what PreFilter wrote up to date while the scheduler tries what would be if pods came or went. */
public interface PreFilterExtensions {

    /** {@code added} is now on {@code node}; the node info has it already. */
    Status addPod(CycleState state, Pod pod, Pod added, NodeInfo node);

    /** {@code removed} is no longer on {@code node}; the node info has lost it already. */
    Status removePod(CycleState state, Pod pod, Pod removed, NodeInfo node);
}
