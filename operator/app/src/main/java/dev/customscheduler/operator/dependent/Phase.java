package dev.customscheduler.operator.dependent;

/** When an object is written. A phase begins only when everything of the one before is in the cluster. */
public enum Phase {
    /** What others refer to, and gives nobody any right. */
    FOUNDATION,
    /** What gives the scheduler its rights. */
    BINDING,
    /** What runs with them. */
    WORKLOAD
}
