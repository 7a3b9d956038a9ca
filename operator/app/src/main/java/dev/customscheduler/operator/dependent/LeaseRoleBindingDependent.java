package dev.customscheduler.operator.dependent;

import dev.customscheduler.manifests.Outcome.Rendered;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import java.util.Optional;

/** Gives the service account the use of its lease. */
public final class LeaseRoleBindingDependent extends Dependent<RoleBinding> {
    /** Makes the dependent; it has no state. */
    public LeaseRoleBindingDependent() {
        super(RoleBinding.class, Phase.BINDING);
    }

    @Override
    public Optional<RoleBinding> desired(Rendered rendered) {
        return rendered.leaseRoleBinding();
    }
}
