package dev.customscheduler.operator.dependent;

import dev.customscheduler.manifests.Outcome.Rendered;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import java.util.Optional;

/** Lets the scheduler read in kube-system how callers are authenticated. */
public final class AuthenticationReaderDependent extends Dependent<RoleBinding> {
    /** Makes the dependent; it has no state. */
    public AuthenticationReaderDependent() {
        super(RoleBinding.class, Phase.BINDING);
    }

    @Override
    public Optional<RoleBinding> desired(Rendered rendered) {
        return Optional.of(rendered.authenticationReader());
    }
}
