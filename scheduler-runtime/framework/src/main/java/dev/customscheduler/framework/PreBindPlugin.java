package dev.customscheduler.framework;

import dev.customscheduler.framework.model.Pod;

/**
 * Does what must be done before a pod is bound, such as binding volumes. Runs beside the scheduling of other pods; may
 * take its time.
 */
public interface PreBindPlugin extends Plugin {

    /** Success where PreBind has something to do for this pod, Skip where it has not. Must be quick. */
    Status preBindPreFlight(CycleState state, Pod pod, String nodeName);

    /** Does it. A status that is not Success gives the node up. */
    Status preBind(CycleState state, Pod pod, String nodeName);
}
