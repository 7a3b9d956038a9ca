package dev.customscheduler.manifests;

import dev.customscheduler.crds.v1alpha1.Monitoring;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a Prometheus finds a scheduler. A ServiceMonitor and not a PodMonitor: the scheduler checks its callers, and only
 * the former can make Prometheus present its own service account's token.
 */
final class ServiceMonitors {
    private static final String TOKEN = "/var/run/secrets/kubernetes.io/serviceaccount/token";

    private ServiceMonitors() {}

    static Optional<GenericKubernetesResource> of(Scheduler scheduler, Environment environment) {
        Monitoring wanted = scheduler.spec().monitoring();
        boolean off = wanted != null && Boolean.FALSE.equals(wanted.enabled());
        if (off || !environment.capabilities().contains(Environment.Capability.SERVICE_MONITOR)) {
            return Optional.empty();
        }
        Map<String, Object> endpoint = new LinkedHashMap<>();
        endpoint.put("port", Scheduler.PORT_NAME);
        endpoint.put("scheme", "https");
        endpoint.put("path", "/metrics");
        endpoint.put("bearerTokenFile", TOKEN);
        // The serving certificate is self-made, unknown to any CA; the token alone says who may read.
        endpoint.put("tlsConfig", Map.of("insecureSkipVerify", true));
        if (wanted != null && wanted.interval() != null) {
            endpoint.put("interval", wanted.interval());
        }
        Map<String, Object> spec = new LinkedHashMap<>();
        spec.put("selector", Map.of("matchLabels", Names.selector(scheduler.name())));
        spec.put("endpoints", List.of(endpoint));
        Map<String, String> labels = new LinkedHashMap<>(wanted == null ? Map.of() : PodParts.orEmpty(wanted.labels()));
        labels.putAll(Names.labels(scheduler.name()));
        return Optional.of(new GenericKubernetesResourceBuilder()
                .withApiVersion("monitoring.coreos.com/v1")
                .withKind("ServiceMonitor")
                .withNewMetadata()
                .withName(scheduler.name())
                .withNamespace(scheduler.namespace())
                .withLabels(labels)
                .endMetadata()
                .addToAdditionalProperties("spec", spec)
                .build());
    }
}
