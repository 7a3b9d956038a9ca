package dev.customscheduler.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.customscheduler.crds.v1alpha1.schema.StatusCustomizer;
import io.fabric8.crdv2.generator.v1.SchemaCustomizer;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Size;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.model.annotation.LabelSelector;
import io.fabric8.kubernetes.model.annotation.StatusReplicas;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a scheduler is. Immutable; lists keep the order in which the operator wrote them. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
@SchemaCustomizer(StatusCustomizer.class)
public record CustomSchedulerStatus(
        @JsonPropertyDescription("The generation of the spec that this status speaks of.")
        @Min(0)
        @Max(9007199254740991d)
        @Nullable
        Long observedGeneration,

        @JsonPropertyDescription(
                "Ready, Reconciling and Stalled as of kstatus; ConfigurationValid, Available and LeaderElected.")
        @Size(max = 32)
        @Nullable
        List<Condition> conditions,

        @JsonPropertyDescription("The namespace that was chosen for the scheduler's objects; it stays.") @Nullable
        String namespace,

        @JsonPropertyDescription("The names that pods put into spec.schedulerName for this scheduler.")
        @Size(max = 256)
        @Nullable
        List<String> schedulerNames,

        @JsonPropertyDescription("schedulerNames in one line, for people.") @Nullable
        String schedulers,

        @JsonPropertyDescription("The identity that holds the lease: the leading pod, an underscore and a random part.")
        @Nullable
        String leader,

        @JsonPropertyDescription("The lease of the leader election, as namespace/name.") @Nullable
        String lease,

        @JsonPropertyDescription("The apiVersion in which the configuration was written.") @Nullable
        String configurationVersion,

        @JsonPropertyDescription("The revision (ConfigMap) that is wanted or being rolled out.") @Nullable
        String currentRevision,

        @JsonPropertyDescription("The last revision (ConfigMap) that became ready.") @Nullable
        String lastGoodRevision,

        @JsonPropertyDescription("How many of the scheduler's pods there are.")
        @Min(0)
        @Max(Integer.MAX_VALUE)
        @StatusReplicas
        @Nullable
        Integer replicas,

        @JsonPropertyDescription("How many of them are ready.") @Min(0) @Max(Integer.MAX_VALUE) @Nullable
        Integer readyReplicas,

        @JsonPropertyDescription("The label selector of the scheduler's pods, for the scale subresource.")
        @LabelSelector
        @Nullable
        String selector,

        @JsonPropertyDescription("What is accepted but probably not meant.") @Size(max = 256) @Nullable
        List<String> warnings) {}
