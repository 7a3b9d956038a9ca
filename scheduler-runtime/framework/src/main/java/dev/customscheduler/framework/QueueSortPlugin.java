package dev.customscheduler.framework;

/** Orders the active queue. Every profile of a scheduler uses the same one. */
public interface QueueSortPlugin extends Plugin {

    /** Whether {@code a} is to be tried before {@code b}: a strict weak order. */
    boolean less(QueuedPod a, QueuedPod b);
}
