package dev.customscheduler.framework;

import dev.customscheduler.framework.model.Pod;

/** Binds a pod to its node. */
public interface BindPlugin extends Plugin {

    /** Success; Skip leaves the pod to the next Bind plugin; anything else is a failure. */
    Status bind(CycleState state, Pod pod, String nodeName);
}
