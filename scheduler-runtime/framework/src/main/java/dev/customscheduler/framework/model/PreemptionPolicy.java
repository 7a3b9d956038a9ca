package dev.customscheduler.framework.model;

/** Whether a pod may evict pods of lower priority. */
public enum PreemptionPolicy {
    /** It may. */
    PreemptLowerPriority,
    /** It waits. */
    Never
}
