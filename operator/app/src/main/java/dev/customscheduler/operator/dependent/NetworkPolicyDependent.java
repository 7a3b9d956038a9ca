package dev.customscheduler.operator.dependent;

import dev.customscheduler.manifests.Outcome.Rendered;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import java.util.Optional;

/** Who may reach the scheduler's pods. */
public final class NetworkPolicyDependent extends Dependent<NetworkPolicy> {
    /** Makes the dependent; it has no state. */
    public NetworkPolicyDependent() {
        super(NetworkPolicy.class, Phase.WORKLOAD);
    }

    @Override
    public Optional<NetworkPolicy> desired(Rendered rendered) {
        return rendered.networkPolicy();
    }

    @Override
    protected boolean concerns(NetworkPolicy before, NetworkPolicy after) {
        return declarationChanged(before, after);
    }
}
