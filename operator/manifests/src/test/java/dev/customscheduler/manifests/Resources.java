package dev.customscheduler.manifests;

import dev.customscheduler.crds.v1alpha1.CustomScheduler;
import dev.customscheduler.crds.v1alpha1.CustomSchedulerSerialization;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.Set;

/** CustomSchedulers for tests, from YAML. */
final class Resources {
    static final KubernetesSerialization SERIALIZATION = CustomSchedulerSerialization.create();

    /** Everything optional is served, so that tests see it. */
    static final Environment ENVIRONMENT =
            Environment.defaults("0.1.0").withCapabilities(Set.of(Environment.Capability.SERVICE_MONITOR));

    private Resources() {}

    static CustomScheduler read(String yaml) {
        return SERIALIZATION.unmarshal(yaml, CustomScheduler.class);
    }

    /** A resource named {@code test} with this spec. */
    static CustomScheduler withSpec(String spec) {
        return read("""
                apiVersion: customscheduler.dev/v1alpha1
                kind: CustomScheduler
                metadata: {name: test}
                spec:
                """ + spec.indent(2));
    }

    static Outcome.Rendered rendered(CustomScheduler resource) {
        Outcome outcome = Manifests.of(resource, ENVIRONMENT);
        if (outcome instanceof Outcome.Rendered rendered) {
            return rendered;
        }
        throw new AssertionError("refused: " + outcome.findings());
    }
}
