package dev.customscheduler.operator.dependent;

import dev.customscheduler.manifests.Outcome.Rendered;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import java.util.Optional;

/** Gives the service account its ClusterRole. */
public final class ClusterRoleBindingDependent extends Dependent<ClusterRoleBinding> {
    /** Makes the dependent; it has no state. */
    public ClusterRoleBindingDependent() {
        super(ClusterRoleBinding.class, Phase.BINDING);
    }

    @Override
    public Optional<ClusterRoleBinding> desired(Rendered rendered) {
        return Optional.of(rendered.clusterRoleBinding());
    }
}
