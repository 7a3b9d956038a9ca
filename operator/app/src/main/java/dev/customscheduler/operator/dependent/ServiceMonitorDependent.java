package dev.customscheduler.operator.dependent;

import dev.customscheduler.crds.v1alpha1.CustomScheduler;
import dev.customscheduler.manifests.Outcome.Rendered;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
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
