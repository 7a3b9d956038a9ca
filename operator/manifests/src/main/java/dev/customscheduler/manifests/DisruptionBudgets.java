package dev.customscheduler.manifests;

import dev.customscheduler.crds.v1alpha1.DisruptionBudget;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import java.util.Optional;

/** Keeps drains from taking all replicas of a scheduler at once. */
final class DisruptionBudgets {
    private DisruptionBudgets() {}

    /** Empty for one replica unless asked for: a budget would block every drain of its node. */
    static Optional<PodDisruptionBudget> of(Scheduler scheduler) {
        DisruptionBudget wanted = scheduler.spec().disruptionBudget();
        Boolean enabled = wanted == null ? null : wanted.enabled();
        if (!(enabled == null ? scheduler.spec().replicasOrDefault() > 1 : enabled)) {
            return Optional.empty();
        }
        Integer maxUnavailable = wanted == null ? null : wanted.maxUnavailable();
        return Optional.of(new PodDisruptionBudgetBuilder()
                .withMetadata(Metadata.of(scheduler, scheduler.name()))
                .withNewSpec()
                .withNewSelector()
                .withMatchLabels(Names.selector(scheduler.name()))
                .endSelector()
                .withMaxUnavailable(new IntOrString(maxUnavailable == null ? 1 : maxUnavailable))
                .withUnhealthyPodEvictionPolicy("AlwaysAllow")
                .endSpec()
                .build());
    }
}
