package dev.customscheduler.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import org.jspecify.annotations.Nullable;

/** The NetworkPolicy of the scheduler's pods. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record NetworkAccess(
        @JsonPropertyDescription(
                "Whether there is a NetworkPolicy: it lets in the HTTPS port (metrics, health) and nothing else, and"
                        + " leaves what the scheduler itself may reach alone. true when absent.")
        @Nullable
        Boolean enabled) {}
