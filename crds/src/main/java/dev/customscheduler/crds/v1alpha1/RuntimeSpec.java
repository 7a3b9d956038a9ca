package dev.customscheduler.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The program that runs as the scheduler, and its command line. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RuntimeSpec(
        @JsonPropertyDescription(
                "Bundled, the scheduler-runtime of the operator, or KubeScheduler, any image with kube-scheduler's"
                        + " command line. Bundled when absent.")
        @Nullable
        RuntimeType type,

        @JsonPropertyDescription(
                "The image. For Bundled the operator's own runtime image when absent, for KubeScheduler"
                        + " kube-scheduler's image of the version.")
        @Size(min = 1, max = 1024)
        @Pattern("^[^\\s]+$")
        @Nullable
        String image,

        @JsonPropertyDescription(
                "The Kubernetes version of a KubeScheduler, such as \"1.37\" or \"1.37.2\". It decides which"
                        + " configuration versions and plugins there are, and which RBAC rules the scheduler needs. The"
                        + " newest known version when absent.")
        @Pattern("^v?1\\.[1-9][0-9](\\.[0-9]{1,3})?$")
        @Size(max = 16)
        @Nullable
        String version,

        @JsonPropertyDescription(
                "Arguments to append to the command line, such as \"--profiling=false\". Those that the operator sets"
                        + " itself are refused.")
        @Size(max = 64)
        @Nullable
        List<@Size(min = 3, max = 4096) @Pattern("^--[a-z]") String> extraArgs,

        @JsonPropertyDescription("Feature gates by name, as of --feature-gates.") @Size(max = 64) @Nullable
        Map<String, Boolean> featureGates,

        @JsonPropertyDescription("The log level, as of -v: 0 to 10. 2 when absent.") @Min(0) @Max(10) @Nullable
        Integer logLevel) {

    /** The bundled runtime with nothing set. */
    public static final RuntimeSpec BUNDLED = new RuntimeSpec(null, null, null, null, null, null);

    /** The log level of a resource that does not say: what kube-scheduler's own manifests use. */
    public static final int DEFAULT_LOG_LEVEL = 2;

    /** {@code type}, or the bundled one. */
    public RuntimeType typeOrDefault() {
        return type == null ? RuntimeType.BUNDLED : type;
    }

    /** {@code extraArgs}, or none. */
    public List<String> extraArgsOrEmpty() {
        return extraArgs == null ? List.of() : extraArgs;
    }

    /** {@code featureGates}, or none. */
    public Map<String, Boolean> featureGatesOrEmpty() {
        return featureGates == null ? Map.of() : featureGates;
    }

    /** {@code logLevel}, or {@value #DEFAULT_LOG_LEVEL}. */
    public int logLevelOrDefault() {
        return logLevel == null ? DEFAULT_LOG_LEVEL : logLevel;
    }
}
