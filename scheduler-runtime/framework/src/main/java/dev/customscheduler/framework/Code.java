package dev.customscheduler.framework;

/** How a plugin's call ended. */
public enum Code {
    /** The pod may go on. */
    Success,
    /** Something failed that has nothing to do with whether the pod fits; the pod is tried again after a backoff. */
    Error,
    /** The pod does not fit now; evicting pods may help. */
    Unschedulable,
    /** The pod does not fit, and evicting pods does not help. */
    UnschedulableAndUnresolvable,
    /** A Permit plugin wants the pod to wait. */
    Wait,
    /** The plugin has nothing to say: a Filter or Score is left out for this pod, the next Bind plugin is asked. */
    Skip,
    /** The pod waits for something outside of the scheduler that was set going for it. */
    Pending
}
