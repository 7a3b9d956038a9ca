package dev.customscheduler.operator.dependent;

import dev.customscheduler.manifests.Outcome.Rendered;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import java.util.Optional;

/** The account that the scheduler's pods run as. */
public final class ServiceAccountDependent extends Dependent<ServiceAccount> {
    /** Makes the dependent; it has no state. */
    public ServiceAccountDependent() {
        super(ServiceAccount.class, Phase.FOUNDATION);
    }

    @Override
    public Optional<ServiceAccount> desired(Rendered rendered) {
        return Optional.of(rendered.serviceAccount());
    }
}
