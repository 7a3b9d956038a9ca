package dev.customscheduler.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.customscheduler.config.ConfigurationResult.Refused;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** A key that is set twice is refused as kube-scheduler does, also where a merge key brings both in. */
class MergeKeyTest {
    @Test
    void aKeySetTwiceInsideWhatIsMergedIsRefused() {
        String document = """
                apiVersion: kubescheduler.config.k8s.io/v1
                kind: KubeSchedulerConfiguration
                profiles:
                - plugins: {<<: {"permit": {}, "permit": {}}}
                """;
        ConfigurationResult result = ConfigurationReader.read(
                document.getBytes(StandardCharsets.UTF_8),
                Source.file("merge.yaml"),
                Target.kubeScheduler(KubernetesVersion.NEWEST));
        assertThat(result)
                .isInstanceOfSatisfying(
                        Refused.class,
                        refused -> assertThat(refused.findings()).anySatisfy(finding -> {
                            assertThat(finding.path()).isEqualTo("profiles[0].plugins.permit");
                            assertThat(finding.line()).isEqualTo(4);
                        }));
    }
}
