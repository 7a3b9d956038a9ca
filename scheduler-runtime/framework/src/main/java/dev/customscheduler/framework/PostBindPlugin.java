package dev.customscheduler.framework;

import dev.customscheduler.framework.model.Pod;

/** Takes note that a pod was bound. */
public interface PostBindPlugin extends Plugin {

    /** The pod is bound. */
    void postBind(CycleState state, Pod pod, String nodeName);
}
