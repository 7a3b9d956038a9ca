package dev.customscheduler.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;

/** Where a configuration is kept outside of the resource. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ConfigurationSource(
        @JsonPropertyDescription("A key of a ConfigMap in the scheduler's namespace.") @Required
        ConfigMapKeyReference configMapKeyRef) {}
