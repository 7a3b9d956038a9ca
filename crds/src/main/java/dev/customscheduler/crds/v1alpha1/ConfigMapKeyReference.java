package dev.customscheduler.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** One key of a ConfigMap in the scheduler's namespace. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ConfigMapKeyReference(
        @JsonPropertyDescription("The ConfigMap's name.")
        @Required
        @Size(min = 1, max = 253)
        @Pattern("^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$")
        String name,

        @JsonPropertyDescription("The key that holds the KubeSchedulerConfiguration, as YAML or JSON.")
        @Required
        @Size(min = 1, max = 253)
        @Pattern("^[-._a-zA-Z0-9]+$")
        String key) {}
