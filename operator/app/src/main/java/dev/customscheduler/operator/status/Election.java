package dev.customscheduler.operator.status;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Who leads.
 *
 * @param holder the lease's holder, where there is one and it renews
 * @param expired the holder that stopped renewing
 */
public record Election(Optional<String> holder, Optional<String> expired) {
    /** kube-scheduler's own default, for a lease that does not say. */
    private static final int DEFAULT_LEASE_SECONDS = 15;

    /** A renewal travels through a watch before it is seen here. */
    private static final Duration SLACK = Duration.ofSeconds(2);

    /** Nobody leads. */
    public static final Election NONE = new Election(Optional.empty(), Optional.empty());

    /**
     * Looks at a lease.
     *
     * @param lease the scheduler's lease
     * @param now the time
     * @return who leads
     */
    public static Election observe(Lease lease, Instant now) {
        var spec = lease.getSpec();
        if (spec == null
                || spec.getHolderIdentity() == null
                || spec.getHolderIdentity().isEmpty()) {
            return NONE;
        }
        String holder = spec.getHolderIdentity();
        int seconds = spec.getLeaseDurationSeconds() == null ? DEFAULT_LEASE_SECONDS : spec.getLeaseDurationSeconds();
        boolean alive = spec.getRenewTime() != null
                && !spec.getRenewTime()
                        .toInstant()
                        .plusSeconds(seconds)
                        .plus(SLACK)
                        .isBefore(now);
        return alive
                ? new Election(Optional.of(holder), Optional.empty())
                : new Election(Optional.empty(), Optional.of(holder));
    }
}
