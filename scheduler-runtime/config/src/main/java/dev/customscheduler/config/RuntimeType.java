package dev.customscheduler.config;

/** Which scheduler a configuration is judged for. */
public enum RuntimeType {
    /** The runtime of this project: it knows more plugins and decodes v1beta2 and v1beta3 too. */
    BUNDLED,
    /** kube-scheduler, or an image that takes its command line. */
    KUBE_SCHEDULER
}
