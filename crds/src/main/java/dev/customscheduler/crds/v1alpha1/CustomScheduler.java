package dev.customscheduler.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;

/**
 * One scheduler, declared. Cluster-scoped, since a scheduler's name is global and its service account may bind any pod;
 * and a cluster-scoped owner can own cluster-scoped and namespaced objects alike, so that deletion is plain garbage
 * collection.
 *
 * <p>The name is limited to what all derived names can carry: a Service's name is a DNS label, a label's value has 63
 * characters, and revisions append a hash.
 */
@Group(CustomScheduler.GROUP)
@Version(CustomScheduler.VERSION)
@Kind(CustomScheduler.KIND)
@Plural("customschedulers")
@Singular("customscheduler")
@ShortNames({"csched", "cscheds"})
@JsonIgnoreProperties(ignoreUnknown = true)
@ValidationRule(
        value = "self.metadata.name.matches('^[a-z]([-a-z0-9]*[a-z0-9])?$') && self.metadata.name.size() <= 50",
        message = "metadata.name must be at most 50 characters of a-z, 0-9 and -, begin with a letter and not end"
                + " with -: the names of the Service and of the revisions derive from it")
@AdditionalPrinterColumn(
        name = "Ready",
        jsonPath = ".status.conditions[?(@.type==\"Ready\")].status",
        type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
        name = "Schedulers",
        jsonPath = ".status.schedulers",
        type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
        name = "Replicas",
        jsonPath = ".status.readyReplicas",
        type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(name = "Leader", jsonPath = ".status.leader", type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
        name = "Age",
        jsonPath = ".metadata.creationTimestamp",
        type = AdditionalPrinterColumn.Type.DATE)
public final class CustomScheduler extends CustomResource<CustomSchedulerSpec, CustomSchedulerStatus> {
    private static final long serialVersionUID = 1L;

    /** The API group. */
    public static final String GROUP = "customscheduler.dev";

    /** The served version. */
    public static final String VERSION = "v1alpha1";

    /** The kind. */
    public static final String KIND = "CustomScheduler";

    /** {@inheritDoc} */
    @Override
    @Required
    @JsonPropertyDescription("What is wanted of this scheduler.")
    public CustomSchedulerSpec getSpec() {
        return super.getSpec();
    }

    /** {@inheritDoc} */
    @Override
    @JsonPropertyDescription("How this scheduler is. Written by the operator alone.")
    public CustomSchedulerStatus getStatus() {
        return super.getStatus();
    }
}
