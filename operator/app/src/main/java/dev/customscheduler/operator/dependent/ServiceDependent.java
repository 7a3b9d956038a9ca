package dev.customscheduler.operator.dependent;

import dev.customscheduler.manifests.Outcome.Rendered;
import io.fabric8.kubernetes.api.model.Service;
import java.util.Optional;

/** The scheduler's secure port, for metrics. */
public final class ServiceDependent extends Dependent<Service> {
    /** Makes the dependent; it has no state. */
    public ServiceDependent() {
        super(Service.class, Phase.WORKLOAD);
    }

    @Override
    public Optional<Service> desired(Rendered rendered) {
        return Optional.of(rendered.service());
    }
}
