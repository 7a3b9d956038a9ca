package dev.customscheduler.cli.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.customscheduler.cli.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MigrateCommandTest {
    @TempDir
    private Path folder = Path.of("");

    private Outcome migrate(String text) throws IOException {
        return Outcome.of(
                "migrate", Files.writeString(folder.resolve("old.yaml"), text).toString());
    }

    private void validates(String text) throws IOException {
        String file = Files.writeString(folder.resolve("new.yaml"), text).toString();
        assertThat(Outcome.of("validate", file)).satisfies(outcome -> {
            assertThat(outcome.out()).doesNotContain("error");
            assertThat(outcome.code()).isZero();
        });
    }

    @Test
    void commentsAndOrderStay() throws IOException {
        Outcome outcome = migrate("""
                # Our packer
                apiVersion: "kubescheduler.config.k8s.io/v1beta2"   # old
                kind: KubeSchedulerConfiguration
                healthzBindAddress: 0.0.0.0:0
                leaderElection:
                  resourceName: packer # ours
                profiles:
                # the batch profile
                - schedulerName: packer
                  plugins:
                    score:
                      enabled:
                      # pack tightly
                      - name: NodeResourcesMostAllocated  # was best
                        weight: 5
                      disabled:
                      - name: NodeResourcesLeastAllocated
                    filter:
                      enabled:
                      - name: EBSLimits
                      - name: GCEPDLimits
                  pluginConfig:
                  - name: NodeResourcesMostAllocated
                    args:
                      # gpus first
                      resources:
                      - name: nvidia.com/gpu
                        weight: 3
                  - name: NodeAffinity
                    args:
                      apiVersion: kubescheduler.config.k8s.io/v1beta2
                      kind: NodeAffinityArgs
                # end
                """);
        assertThat(outcome.out()).isEqualTo("""
                # Our packer
                apiVersion: "kubescheduler.config.k8s.io/v1"   # old
                kind: KubeSchedulerConfiguration
                leaderElection:
                  resourceName: packer # ours
                profiles:
                # the batch profile
                - schedulerName: packer
                  plugins:
                    score:
                      enabled:
                      # pack tightly
                      - name: NodeResourcesFit  # was best
                        weight: 5
                    filter:
                      enabled:
                      - name: NodeVolumeLimits
                  pluginConfig:
                  - name: NodeResourcesFit
                    args:
                      # gpus first
                      scoringStrategy:
                        type: MostAllocated
                        resources:
                        - name: nvidia.com/gpu
                          weight: 3
                  - name: NodeAffinity
                    args:
                      apiVersion: kubescheduler.config.k8s.io/v1
                      kind: NodeAffinityArgs
                # end
                """);
        assertThat(outcome.err())
                .contains("NodeResourcesMostAllocated became NodeResourcesFit")
                .contains("EBSLimits became");
        assertThat(outcome.code()).isZero();
        validates(outcome.out());
    }

    @Test
    void aStrategyWithoutArgumentsIsAdded() throws IOException {
        Outcome outcome = migrate("""
                apiVersion: kubescheduler.config.k8s.io/v1beta3
                kind: KubeSchedulerConfiguration
                leaderElection: {resourceName: packer}
                profiles:
                - schedulerName: a
                  plugins:
                    score:
                      enabled:
                      - name: RequestedToCapacityRatio
                  pluginConfig:
                  - name: RequestedToCapacityRatio
                    args: {shape: [{utilization: 0, score: 0}, {utilization: 100, score: 10}]}
                - schedulerName: b # second
                  plugins: {score: {enabled: [{name: NodeResourcesMostAllocated, weight: 2}], disabled: [{name: ImageLocality}, {name: NodeResourcesLeastAllocated}]}}
                """);
        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.out())
                .contains("\"type\": \"RequestedToCapacityRatio\"", "\"score\": 10")
                .contains("- schedulerName: b # second")
                .contains("disabled: [{name: ImageLocality}]")
                .contains("type: MostAllocated");
        validates(outcome.out());
    }

    @Test
    void jsonStaysJson() throws IOException {
        Outcome outcome = migrate(
                "{\"apiVersion\": \"kubescheduler.config.k8s.io/v1beta3\", \"kind\": \"KubeSchedulerConfiguration\", \"leaderElection\": {\"resourceName\": \"p\"},"
                        + " \"profiles\": [{\"schedulerName\": \"a\", \"plugins\": {\"score\": {\"enabled\": [{\"name\": \"NodeResourcesMostAllocated\"}]}}}]}\n");
        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.out()).startsWith("{\"apiVersion\": \"kubescheduler.config.k8s.io/v1\"");
        validates(outcome.out());
    }

    @Test
    void whatCannotBeCarriedOverIsAnError() throws IOException {
        String head =
                "apiVersion: kubescheduler.config.k8s.io/v1beta2\nkind: KubeSchedulerConfiguration\nprofiles:\n- schedulerName: a\n  plugins:\n";
        for (String plugins : new String[] {
            "    score: {enabled: [{name: SelectorSpread}]}\n",
            "    score: {enabled: [{name: NodeResourcesMostAllocated}, {name: NodeResourcesLeastAllocated}]}\n",
            "    filter: {disabled: [{name: EBSLimits}]}\n",
            "    multiPoint: {enabled: [{name: NodePorts}]}\n"
        }) {
            Outcome outcome = migrate(head + plugins);
            assertThat(outcome.code()).as(plugins).isOne();
            assertThat(outcome.out()).isEmpty();
            assertThat(outcome.err()).contains(": error: profiles[0].plugins.");
        }
    }

    @Test
    void whatWasWrongBeforeIsSaid() throws IOException {
        Outcome outcome = migrate(
                "apiVersion: kubescheduler.config.k8s.io/v1beta3\nkind: KubeSchedulerConfiguration\nprofiles:\n- plugins: {filter: {enabled: [{name: Foo}]}}\n");
        assertThat(outcome.code()).isOne();
        assertThat(outcome.out()).startsWith("apiVersion: kubescheduler.config.k8s.io/v1\n");
        assertThat(outcome.err()).contains("plugin \"Foo\" does not exist");
    }

    @Test
    void aV1FileIsLeftAsItIs() throws IOException {
        String text = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration # fine\n";
        Outcome outcome = migrate(text);
        assertThat(outcome.out()).isEqualTo(text);
        assertThat(outcome.code()).isZero();
        assertThat(migrate("kind: Service\n").code()).isOne();
    }
}
