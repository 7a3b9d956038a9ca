package dev.customscheduler.manifests;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;

/**
 * The lease of the leader election. It has no spec: that is the candidates' to write, and an applied one without it
 * leaves theirs alone.
 */
final class Leases {
    private Leases() {}

    static Lease of(Scheduler scheduler, LeaseName lease) {
        return new LeaseBuilder()
                .withMetadata(Metadata.in(lease.namespace(), scheduler, lease.name()))
                .build();
    }
}
