package dev.customscheduler.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The ServiceMonitor of the scheduler. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Monitoring(
        @JsonPropertyDescription(
                "Whether a ServiceMonitor is made. When absent: where the cluster serves monitoring.coreos.com/v1.")
        @Nullable
        Boolean enabled,

        @JsonPropertyDescription("How often to scrape, such as 30s. Prometheus' own interval when absent.")
        @Pattern("^[1-9][0-9]*(ms|s|m|h)$")
        @Size(max = 16)
        @Nullable
        String interval,

        @JsonPropertyDescription("Labels of the ServiceMonitor, by which a Prometheus selects it.")
        @Size(max = 64)
        @Nullable
        Map<String, String> labels) {}
