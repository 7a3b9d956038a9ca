package dev.customscheduler.manifests;

import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;

/** The way to a scheduler's metrics. */
final class Services {
    private Services() {}

    static Service of(Scheduler scheduler) {
        return new ServiceBuilder()
                .withMetadata(Metadata.of(scheduler, scheduler.name()))
                .withNewSpec()
                .withSelector(Names.selector(scheduler.name()))
                .addNewPort()
                .withName(Scheduler.PORT_NAME)
                .withPort(Scheduler.PORT)
                .withProtocol("TCP")
                .withTargetPort(new IntOrString(Scheduler.PORT_NAME))
                .endPort()
                .endSpec()
                .build();
    }
}
