package dev.customscheduler.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import org.jspecify.annotations.Nullable;

/** The PodDisruptionBudget of the scheduler's pods. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DisruptionBudget(
        @JsonPropertyDescription(
                "Whether there is one. When absent: where there is more than one replica; with one replica it would"
                        + " block every drain.")
        @Nullable
        Boolean enabled,

        @JsonPropertyDescription("How many of the scheduler's pods may be disrupted at a time. 1 when absent.")
        @Min(1)
        @Max(100)
        @Nullable
        Integer maxUnavailable) {}
