package dev.customscheduler.operator.dependent;

import dev.customscheduler.manifests.Outcome.Rendered;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The lease of the scheduler's leader election. The operator makes it, so that it is owned and goes with the rest; the
 * scheduler writes into it every two seconds, of which only a change of the holder is of interest.
 */
public final class LeaseDependent extends Dependent<Lease> {
    /** Makes the dependent; it has no state. */
    public LeaseDependent() {
        super(Lease.class, Phase.FOUNDATION);
    }

    @Override
    public Optional<Lease> desired(Rendered rendered) {
        return rendered.lease();
    }

    @Override
    protected boolean concerns(Lease before, Lease after) {
        return !Objects.equals(holder(before), holder(after)) || declarationChanged(before, after);
    }

    private static @Nullable String holder(Lease lease) {
        return lease.getSpec() == null ? null : lease.getSpec().getHolderIdentity();
    }
}
