package dev.customscheduler.manifests;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;

/**
 * A revision: the configuration in an immutable ConfigMap whose name derives from its content. A change is another
 * ConfigMap and so one rollout, and the old one is still there to go back to.
 */
final class ConfigMaps {
    /** The key of the configuration, and so its file's name. */
    static final String KEY = "config.yaml";

    private ConfigMaps() {}

    static ConfigMap of(Scheduler scheduler) {
        return new ConfigMapBuilder()
                .withMetadata(Metadata.of(scheduler, scheduler.revision()))
                .addToData(KEY, scheduler.document().yaml())
                .withImmutable(true)
                .build();
    }
}
