package dev.customscheduler.operator.dependent;

import dev.customscheduler.manifests.Outcome.Rendered;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.util.Optional;

/**
 * Keeps a drain from taking all pods of the scheduler at once. Its status changes with each pod and is of no interest.
 */
public final class DisruptionBudgetDependent extends Dependent<PodDisruptionBudget> {
    /** Makes the dependent; it has no state. */
    public DisruptionBudgetDependent() {
        super(PodDisruptionBudget.class, Phase.WORKLOAD);
    }

    @Override
    public Optional<PodDisruptionBudget> desired(Rendered rendered) {
        return rendered.disruptionBudget();
    }

    @Override
    protected boolean concerns(PodDisruptionBudget before, PodDisruptionBudget after) {
        return declarationChanged(before, after);
    }
}
