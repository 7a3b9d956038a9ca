package dev.customscheduler.manifests;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;

/** The metadata of a scheduler's objects. */
final class Metadata {
    private Metadata() {}

    /** A namespaced object in the scheduler's own namespace. */
    static ObjectMeta of(Scheduler scheduler, String name) {
        return in(scheduler.namespace(), scheduler, name);
    }

    /** A namespaced object elsewhere. */
    static ObjectMeta in(String namespace, Scheduler scheduler, String name) {
        return new ObjectMetaBuilder(cluster(scheduler, name))
                .withNamespace(namespace)
                .build();
    }

    /** A cluster-scoped object. */
    static ObjectMeta cluster(Scheduler scheduler, String name) {
        return new ObjectMetaBuilder()
                .withName(name)
                .withLabels(Names.labels(scheduler.name()))
                .build();
    }
}
