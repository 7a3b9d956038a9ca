package dev.customscheduler.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.customscheduler.config.ConfigurationResult.Accepted;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What makes two profiles sort the one queue alike. */
class QueueSortTest {
    @Test
    void anEntryWithoutArgumentsSaysAsMuchAsNoEntry() {
        String document = """
                apiVersion: kubescheduler.config.k8s.io/v1
                kind: KubeSchedulerConfiguration
                leaderElection: {leaderElect: false}
                profiles:
                - schedulerName: a
                  pluginConfig: [{name: PrioritySort}]
                - schedulerName: b
                """;
        assertThat(ConfigurationReader.read(
                        document.getBytes(StandardCharsets.UTF_8),
                        Source.file("queue-sort.yaml"),
                        Target.kubeScheduler(KubernetesVersion.NEWEST)))
                .isInstanceOf(Accepted.class);
    }
}
