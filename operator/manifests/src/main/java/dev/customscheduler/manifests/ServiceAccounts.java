package dev.customscheduler.manifests;

import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.rbac.Subject;
import io.fabric8.kubernetes.api.model.rbac.SubjectBuilder;

/** The identity of a scheduler's pods. */
final class ServiceAccounts {
    private ServiceAccounts() {}

    static ServiceAccount of(Scheduler scheduler) {
        return new ServiceAccountBuilder()
                .withMetadata(Metadata.of(scheduler, scheduler.name()))
                .build();
    }

    /** The service account as the subject of a binding. */
    static Subject subject(Scheduler scheduler) {
        return new SubjectBuilder()
                .withKind("ServiceAccount")
                .withName(scheduler.name())
                .withNamespace(scheduler.namespace())
                .build();
    }
}
