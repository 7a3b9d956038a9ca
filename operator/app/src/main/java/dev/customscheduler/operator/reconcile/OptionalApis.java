package dev.customscheduler.operator.reconcile;

import dev.customscheduler.manifests.Environment.Capability;
import dev.customscheduler.operator.dependent.ServiceMonitorDependent;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;

/**
 * Which optional APIs the cluster serves. Asked again after a while, since they come and go with other software; an
 * answer that cannot be had leaves the last one standing.
 */
final class OptionalApis {
    private static final Duration KEPT = Duration.ofMinutes(5);

    private final KubernetesClient client;
    private final Clock clock;
    private Set<Capability> served = Set.of();
    private Instant asked = Instant.EPOCH;

    OptionalApis(KubernetesClient client, Clock clock) {
        this.client = client;
        this.clock = clock;
    }

    /**
     * The APIs served.
     *
     * @return what is served, no older than five minutes where the API server answers
     */
    synchronized Set<Capability> served() {
        var now = clock.instant();
        if (asked.plus(KEPT).isAfter(now)) {
            return served;
        }
        asked = now;
        var api = ServiceMonitorDependent.API;
        try {
            var resources = client.getApiResources(api.apiVersion());
            served = resources != null
                            && resources.getResources().stream()
                                    .anyMatch(r -> api.getKind().equals(r.getKind()))
                    ? Set.of(Capability.SERVICE_MONITOR)
                    : Set.of();
        } catch (KubernetesClientException e) {
            // The reconciliation that asks has requests of its own to make, and tells of the failure.
            asked = now.minus(KEPT);
        }
        return served;
    }
}
