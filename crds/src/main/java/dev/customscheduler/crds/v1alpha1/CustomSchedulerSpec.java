package dev.customscheduler.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import dev.customscheduler.crds.v1alpha1.schema.KubeSchedulerConfigurationSchema;
import dev.customscheduler.crds.v1alpha1.schema.SpecCustomizer;
import io.fabric8.crd.generator.annotation.PreserveUnknownFields;
import io.fabric8.crd.generator.annotation.SchemaFrom;
import io.fabric8.crdv2.generator.v1.SchemaCustomizer;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.model.annotation.SpecReplicas;
import org.jspecify.annotations.Nullable;

/**
 * What a user wants of a scheduler. Absent fields are null here; the {@code ...OrDefault} methods say what that means.
 * A null spec.namespace means the operator's own, which only the operator knows.
 *
 * <p>{@code configuration} is deliberately one {@link JsonNode}: whatever a user wrote there can be read by the client,
 * and the configuration library alone decides what it means.
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
@SchemaCustomizer(SpecCustomizer.class)
@ValidationRule(
        value = "has(self.__namespace__) == has(oldSelf.__namespace__) && (!has(self.__namespace__) ||"
                + " self.__namespace__ == oldSelf.__namespace__)",
        message = "spec.namespace is immutable: create another CustomScheduler to move a scheduler")
@ValidationRule(
        value = "has(self.configuration) != has(self.configurationFrom)",
        message = "exactly one of spec.configuration and spec.configurationFrom is needed")
@ValidationRule(
        value = "!has(self.replicas) || self.replicas <= 1 || !has(self.configuration) ||"
                + " !has(self.configuration.leaderElection) ||"
                + " !has(self.configuration.leaderElection.leaderElect) ||"
                + " self.configuration.leaderElection.leaderElect",
        message = "more than one replica needs leader election: remove"
                + " spec.configuration.leaderElection.leaderElect: false or set spec.replicas to 1; two active"
                + " schedulers of one name overfill nodes")
public record CustomSchedulerSpec(
        @JsonPropertyDescription(
                "The namespace of the scheduler's Deployment, ConfigMaps and lease. The operator's own namespace when"
                        + " absent. It must exist, and cannot be changed later.")
        @Pattern("^[a-z0-9]([-a-z0-9]*[a-z0-9])?$")
        @Size(min = 1, max = 63)
        @Nullable
        String namespace,

        @JsonPropertyDescription(
                "How many replicas of the scheduler run, one of which is the leader. More than one needs leader"
                        + " election. 0 stops the scheduler, and so does suspend.")
        @Min(0)
        @Max(100)
        @Default("2")
        @SpecReplicas
        @Nullable
        Integer replicas,

        @JsonPropertyDescription("Which program runs. The bundled runtime of the operator's version when absent.")
        @Nullable
        RuntimeSpec runtime,

        @JsonPropertyDescription(
                "The KubeSchedulerConfiguration, as in a file for kube-scheduler's --config; apiVersion and kind may be"
                        + " left out. A profile without a schedulerName takes this resource's name. Nothing is defaulted"
                        + " here: csched render --effective shows the effective values.")
        @SchemaFrom(type = KubeSchedulerConfigurationSchema.class)
        @PreserveUnknownFields
        @JsonDeserialize(using = DocumentDeserializer.class)
        @Nullable
        JsonNode configuration,

        @JsonPropertyDescription(
                "Where the KubeSchedulerConfiguration is kept, instead of in this resource. A change there is rolled"
                        + " out like a change here.")
        @Nullable
        ConfigurationSource configurationFrom,

        @JsonPropertyDescription("What to put on the scheduler's Deployment and its pods.") @Nullable
        DeploymentOverrides deployment,

        @JsonPropertyDescription(
                "The PodDisruptionBudget of the scheduler's pods. On by default where there is more than one replica.")
        @Nullable
        DisruptionBudget disruptionBudget,

        @JsonPropertyDescription(
                "How Prometheus finds the scheduler's metrics. On by default where the cluster serves ServiceMonitors.")
        @Nullable
        Monitoring monitoring,

        @JsonPropertyDescription("The NetworkPolicy of the scheduler's pods: what may reach them. On by default.")
        @Nullable
        NetworkAccess networkPolicy,

        @JsonPropertyDescription(
                "Allows this scheduler to be named default-scheduler and to use kube-scheduler's own lease"
                        + " kube-system/kube-scheduler, which are refused otherwise. false when absent.")
        @Nullable
        Boolean replacesDefaultScheduler,

        @JsonPropertyDescription("How a change is rolled out.") @Nullable
        Rollout rollout,

        @JsonPropertyDescription("How many old revisions are kept to go back to. 5 when absent.")
        @Min(0)
        @Max(100)
        @Nullable
        Integer revisionHistoryLimit,

        @JsonPropertyDescription(
                "Stops the scheduler and keeps everything else: its pods are scaled to zero. false when absent.")
        @Nullable
        Boolean suspend) {

    /** Replicas of a resource that does not say. */
    public static final int DEFAULT_REPLICAS = 2;

    /** Old revisions kept by a resource that does not say. */
    public static final int DEFAULT_REVISION_HISTORY_LIMIT = 5;

    /** {@code replicas}, or {@value #DEFAULT_REPLICAS}; {@code suspend} does not change it. */
    public int replicasOrDefault() {
        return replicas == null ? DEFAULT_REPLICAS : replicas;
    }

    /** {@code runtime}, or the bundled one. */
    public RuntimeSpec runtimeOrDefault() {
        return runtime == null ? RuntimeSpec.BUNDLED : runtime;
    }

    /** {@code deployment}, or one that changes nothing. */
    public DeploymentOverrides deploymentOrDefault() {
        return deployment == null ? DeploymentOverrides.NONE : deployment;
    }

    /** {@code rollout}, or one with the default deadline and automatic rollback. */
    public Rollout rolloutOrDefault() {
        return rollout == null ? Rollout.DEFAULT : rollout;
    }

    /** {@code revisionHistoryLimit}, or {@value #DEFAULT_REVISION_HISTORY_LIMIT}. */
    public int revisionHistoryLimitOrDefault() {
        return revisionHistoryLimit == null ? DEFAULT_REVISION_HISTORY_LIMIT : revisionHistoryLimit;
    }

    /** Whether the scheduler is stopped on purpose. */
    public boolean suspended() {
        return Boolean.TRUE.equals(suspend);
    }

    /** Whether it may take kube-scheduler's own name and lease. */
    public boolean mayReplaceDefaultScheduler() {
        return Boolean.TRUE.equals(replacesDefaultScheduler);
    }
}
