package dev.customscheduler.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import org.jspecify.annotations.Nullable;

/** How a change reaches the running scheduler. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Rollout(
        @JsonPropertyDescription("How long a rollout may take before it counts as failed. 300 when absent.")
        @Min(10)
        @Max(86400)
        @Nullable
        Integer progressDeadlineSeconds,

        @JsonPropertyDescription("Whether a failed rollout goes back to the last good revision. true when absent.")
        @Nullable
        Boolean autoRollback) {

    /** The default deadline, and automatic rollback. */
    public static final Rollout DEFAULT = new Rollout(null, null);

    /** Seconds that a rollout may take where the resource does not say. */
    public static final int DEFAULT_PROGRESS_DEADLINE_SECONDS = 300;

    /** {@code progressDeadlineSeconds}, or {@value #DEFAULT_PROGRESS_DEADLINE_SECONDS}. */
    public int progressDeadlineSecondsOrDefault() {
        return progressDeadlineSeconds == null ? DEFAULT_PROGRESS_DEADLINE_SECONDS : progressDeadlineSeconds;
    }

    /** Whether a failed rollout goes back by itself. */
    public boolean rollsBack() {
        return !Boolean.FALSE.equals(autoRollback);
    }
}
