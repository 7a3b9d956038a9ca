package dev.customscheduler.operator.dependent;

import dev.customscheduler.crds.v1alpha1.CustomScheduler;
import dev.customscheduler.manifests.Outcome.Rendered;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.processing.GroupVersionKind;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import java.util.Optional;

/** Tells Prometheus where the scheduler's metrics are. Only watched where the cluster serves the API. */
public final class ServiceMonitorDependent extends Dependent<GenericKubernetesResource> {
    /** The API that the cluster serves where the Prometheus operator is installed. */
    public static final GroupVersionKind API = new GroupVersionKind("monitoring.coreos.com", "v1", "ServiceMonitor");

    /** Makes the dependent; it has no state. */
    public ServiceMonitorDependent() {
        super(GenericKubernetesResource.class, Phase.WORKLOAD);
    }

    /**
     * Whether the cluster serves the API. Asked once, at the operator's start: who installs the Prometheus operator
     * later restarts this one.
     *
     * @param client asks the API server's discovery, which every client may
     * @return true when ServiceMonitors can be made
     */
    public static boolean isServed(KubernetesClient client) {
        var served = client.getApiResources(API.getGroup() + "/" + API.getVersion());
        return served != null
                && served.getResources().stream().anyMatch(r -> API.getKind().equals(r.getKind()));
    }

    @Override
    public Optional<GenericKubernetesResource> desired(Rendered rendered) {
        return rendered.serviceMonitor();
    }

    @Override
    public InformerEventSource<GenericKubernetesResource, CustomScheduler> eventSource(
            EventSourceContext<CustomScheduler> context) {
        return new InformerEventSource<>(
                configure(InformerEventSourceConfiguration.from(API, CustomScheduler.class)), context);
    }
}
