package dev.customscheduler.framework;

import dev.customscheduler.framework.model.Pod;

/** Allows, refuses or delays the binding of a pod. A pod that waits is found by {@link Handle#waitingPod}. */
public interface PermitPlugin extends Plugin {

    /** Decides; {@link Code#Wait} delays until somebody allows or rejects the pod, or the timeout rejects it. */
    PermitResult permit(CycleState state, Pod pod, String nodeName);
}
