package dev.customscheduler.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.customscheduler.crds.v1alpha1.schema.PodPartsCustomizer;
import io.fabric8.crdv2.generator.v1.SchemaCustomizer;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraint;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a user puts on the scheduler's Deployment. Each part is as in a Pod. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
@SchemaCustomizer(PodPartsCustomizer.class)
public record DeploymentOverrides(
        @JsonPropertyDescription("Requests and limits of the scheduler's container, in place of the defaults.")
        @Nullable
        ResourceRequirements resources,

        @JsonPropertyDescription("Labels that a node must have to run the scheduler.") @Size(max = 64) @Nullable
        Map<String, String> nodeSelector,

        @JsonPropertyDescription("Tolerations of the scheduler's pods.") @Size(max = 64) @Nullable
        List<Toleration> tolerations,

        @JsonPropertyDescription("Affinity, in place of the default: replicas prefer different nodes.") @Nullable
        Affinity affinity,

        @JsonPropertyDescription("How the scheduler's pods spread over zones and nodes.") @Size(max = 16) @Nullable
        List<TopologySpreadConstraint> topologySpreadConstraints,

        @JsonPropertyDescription("The priority class of the scheduler's pods. None when absent; some clouds allow"
                + " system-cluster-critical in kube-system only.")
        @Size(min = 1, max = 253)
        @Pattern("^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$")
        @Nullable
        String priorityClassName,

        @JsonPropertyDescription("Labels to add to the scheduler's pods. Those that the operator sets itself win.")
        @Size(max = 64)
        @Nullable
        Map<String, String> podLabels,

        @JsonPropertyDescription("Annotations to add to the scheduler's pods.") @Size(max = 64) @Nullable
        Map<String, String> podAnnotations,

        @JsonPropertyDescription("Secrets with credentials to pull the images.") @Size(max = 16) @Nullable
        List<LocalObjectReference> imagePullSecrets,

        @JsonPropertyDescription("Environment variables of the scheduler's container.") @Size(max = 128) @Nullable
        List<EnvVar> env,

        @JsonPropertyDescription("Volumes to add to the scheduler's pods, such as an extender's CA or plugins.")
        @Size(max = 64)
        @Nullable
        List<Volume> volumes,

        @JsonPropertyDescription("Where the scheduler's container mounts volumes.") @Size(max = 64) @Nullable
        List<VolumeMount> volumeMounts,

        @JsonPropertyDescription("Containers that run beside the scheduler's, such as an extender.")
        @Size(max = 16)
        @Nullable
        List<Container> sidecars) {

    /** Changes nothing. */
    public static final DeploymentOverrides NONE =
            new DeploymentOverrides(null, null, null, null, null, null, null, null, null, null, null, null, null);
}
