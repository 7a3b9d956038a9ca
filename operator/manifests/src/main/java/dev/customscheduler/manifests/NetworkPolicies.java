package dev.customscheduler.manifests;

import dev.customscheduler.crds.v1alpha1.NetworkAccess;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyBuilder;
import java.util.Optional;

/**
 * Lets in the HTTPS port and nothing else. Says nothing of egress: a rule cannot name the API server portably, and a
 * wrong one would cause the very outage it should prevent.
 */
final class NetworkPolicies {
    private NetworkPolicies() {}

    static Optional<NetworkPolicy> of(Scheduler scheduler) {
        NetworkAccess wanted = scheduler.spec().networkPolicy();
        if (wanted != null && Boolean.FALSE.equals(wanted.enabled())) {
            return Optional.empty();
        }
        return Optional.of(new NetworkPolicyBuilder()
                .withMetadata(Metadata.of(scheduler, scheduler.name()))
                .withNewSpec()
                .withNewPodSelector()
                .withMatchLabels(Names.selector(scheduler.name()))
                .endPodSelector()
                .withPolicyTypes("Ingress")
                .addNewIngress()
                .addNewPort()
                .withProtocol("TCP")
                .withPort(new IntOrString(Scheduler.PORT))
                .endPort()
                .endIngress()
                .endSpec()
                .build());
    }
}
