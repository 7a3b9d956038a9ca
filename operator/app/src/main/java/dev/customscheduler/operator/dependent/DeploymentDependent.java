package dev.customscheduler.operator.dependent;

import dev.customscheduler.manifests.Outcome.Rendered;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.util.Optional;

/** The scheduler's pods. */
public final class DeploymentDependent extends Dependent<Deployment> {
    /** Makes the dependent; it has no state. */
    public DeploymentDependent() {
        super(Deployment.class, Phase.WORKLOAD);
    }

    @Override
    public Optional<Deployment> desired(Rendered rendered) {
        return Optional.of(rendered.deployment());
    }
}
