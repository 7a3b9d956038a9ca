package dev.customscheduler.e2e.samples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.customscheduler.engine.profile.PluginRegistry;
import dev.customscheduler.manifests.Environment;
import org.junit.jupiter.api.Test;

/** What the operator says of the bundled runtime is what the runtime says of itself. */
class EnvironmentTest {
    @Test
    void theOperatorKnowsWhichPluginsTheRuntimeLacks() {
        assertThat(Environment.NOT_IMPLEMENTED)
                .isEqualTo(PluginRegistry.builtIn().missing());
    }
}
