package dev.customscheduler.framework;

import dev.customscheduler.framework.model.Pod;

/** A pod in the scheduling queue. */
public interface QueuedPod {

    /** The pod. */
    Pod pod();

    /** When it entered the queue, in nanoseconds of the scheduler's clock. */
    long timestamp();

    /** How often it was tried. */
    int attempts();
}
