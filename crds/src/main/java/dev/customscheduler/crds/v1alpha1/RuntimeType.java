package dev.customscheduler.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The kinds of program that can be a scheduler's runtime. */
public enum RuntimeType {
    /** The scheduler-runtime of this project. */
    @JsonProperty("Bundled")
    BUNDLED,
    /** Any image with kube-scheduler's command line. */
    @JsonProperty("KubeScheduler")
    KUBE_SCHEDULER
}
