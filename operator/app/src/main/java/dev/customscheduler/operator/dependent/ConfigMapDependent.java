package dev.customscheduler.operator.dependent;

import dev.customscheduler.manifests.Outcome.Rendered;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.util.Optional;

/** The configuration, immutable and named by its content. {@link Revisions} says how long old ones stay. */
public final class ConfigMapDependent extends Dependent<ConfigMap> {
    /** Makes the dependent; it has no state. */
    public ConfigMapDependent() {
        super(ConfigMap.class, Phase.FOUNDATION);
    }

    @Override
    public Optional<ConfigMap> desired(Rendered rendered) {
        return Optional.of(rendered.configMap());
    }
}
