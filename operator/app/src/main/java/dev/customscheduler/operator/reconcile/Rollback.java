package dev.customscheduler.operator.reconcile;

import dev.customscheduler.crds.v1alpha1.CustomScheduler;
import dev.customscheduler.manifests.Outcome.Rendered;
import dev.customscheduler.operator.status.ConditionType;
import dev.customscheduler.operator.status.Reason;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Goes back to what ran before a failed rollout. What to go back to is kept by the Deployment's ReplicaSets, and that
 * it was done is kept by the resource's status: a restarted operator does not try the failed template again. Any change
 * of the spec, or of the configuration that it refers to, does.
 */
final class Rollback {
    /** Where the Deployment controller numbers a Deployment's templates. */
    private static final String NUMBER = "deployment.kubernetes.io/revision";

    /** The label that the Deployment controller adds to a template for its ReplicaSet. */
    private static final String HASH = "pod-template-hash";

    private Rollback() {}

    /**
     * Whether the wanted template was tried, failed, and is not to be tried again.
     *
     * @param primary the resource
     * @param rendered its objects
     * @return true while the last good template is to stay
     */
    static boolean stands(CustomScheduler primary, Rendered rendered) {
        var status = primary.getStatus();
        if (status == null || !primary.getSpec().rolloutOrDefault().rollsBack()) {
            return false;
        }
        var conditions = Objects.requireNonNullElse(status.conditions(), List.<Condition>of());
        return rendered.revision().equals(status.currentRevision())
                && conditions.stream()
                        .anyMatch(c -> ConditionType.STALLED.type().equals(c.getType())
                                && Reason.RolledBack.name().equals(c.getReason())
                                && Objects.equals(
                                        c.getObservedGeneration(),
                                        primary.getMetadata().getGeneration()));
    }

    /**
     * The template to go back to: of the ReplicaSets of earlier templates the one with ready pods, else the one of the
     * last good configuration; of several the newest.
     *
     * @param deployment the Deployment whose rollout failed
     * @param sets all ReplicaSets of the resource
     * @param lastGood the last good configuration; null when there was none
     * @return the template as the Deployment had it; empty when there is nothing to go back to
     */
    static Optional<PodTemplateSpec> template(
            Deployment deployment, Collection<ReplicaSet> sets, @Nullable String lastGood) {
        String current = number(deployment.getMetadata().getAnnotations());
        return sets.stream()
                .filter(s -> s.getMetadata().getOwnerReferences().stream()
                        .anyMatch(
                                o -> o.getUid().equals(deployment.getMetadata().getUid())))
                .filter(s -> !current.equals(number(s.getMetadata().getAnnotations())))
                .filter(s -> ready(s) > 0 || (lastGood != null && mounts(s, lastGood)))
                .max(Comparator.comparing((ReplicaSet s) -> ready(s) > 0)
                        .thenComparing(s -> s.getMetadata().getCreationTimestamp()))
                .map(s -> new PodTemplateSpecBuilder(s.getSpec().getTemplate())
                        .editMetadata()
                        .removeFromLabels(HASH)
                        .withCreationTimestamp(null)
                        .endMetadata()
                        .build());
    }

    /**
     * A Deployment with another template.
     *
     * @param wanted the Deployment
     * @param template the template
     * @return a copy
     */
    static Deployment with(Deployment wanted, PodTemplateSpec template) {
        return new DeploymentBuilder(wanted)
                .editSpec()
                .withTemplate(template)
                .endSpec()
                .build();
    }

    private static String number(@Nullable Map<String, String> annotations) {
        return annotations == null ? "" : annotations.getOrDefault(NUMBER, "");
    }

    private static int ready(ReplicaSet set) {
        return set.getStatus() == null || set.getStatus().getReadyReplicas() == null
                ? 0
                : set.getStatus().getReadyReplicas();
    }

    private static boolean mounts(ReplicaSet set, String configMap) {
        return set.getSpec().getTemplate().getSpec().getVolumes().stream()
                .anyMatch(v -> v.getConfigMap() != null
                        && configMap.equals(v.getConfigMap().getName()));
    }
}
