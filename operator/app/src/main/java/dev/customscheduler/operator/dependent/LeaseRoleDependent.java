package dev.customscheduler.operator.dependent;

import dev.customscheduler.manifests.Outcome.Rendered;
import io.fabric8.kubernetes.api.model.rbac.Role;
import java.util.Optional;

/** What the scheduler may do with its lease: use it, and not make it. */
public final class LeaseRoleDependent extends Dependent<Role> {
    /** Makes the dependent; it has no state. */
    public LeaseRoleDependent() {
        super(Role.class, Phase.FOUNDATION);
    }

    @Override
    public Optional<Role> desired(Rendered rendered) {
        return rendered.leaseRole();
    }
}
