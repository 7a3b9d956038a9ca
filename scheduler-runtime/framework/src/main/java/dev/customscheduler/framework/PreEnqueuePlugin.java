package dev.customscheduler.framework;

import dev.customscheduler.framework.model.Pod;

/** Decides whether a pod may enter the active queue at all. A pod that is held back is gated: it is not tried. */
public interface PreEnqueuePlugin extends Plugin {

    /**
     * Success lets the pod in; anything else holds it back until an event that the plugin registered. Must be quick.
     */
    Status preEnqueue(Pod pod);
}
