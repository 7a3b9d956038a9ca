package dev.customscheduler.operator.dependent;

import dev.customscheduler.manifests.Outcome.Rendered;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import java.util.Optional;

/** What the scheduler may do in the whole cluster. */
public final class ClusterRoleDependent extends Dependent<ClusterRole> {
    /** Makes the dependent; it has no state. */
    public ClusterRoleDependent() {
        super(ClusterRole.class, Phase.FOUNDATION);
    }

    @Override
    public Optional<ClusterRole> desired(Rendered rendered) {
        return Optional.of(rendered.clusterRole());
    }
}
