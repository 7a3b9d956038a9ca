package dev.customscheduler.manifests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.customscheduler.config.Finding;
import dev.customscheduler.config.Severity;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is wrong with a resource is said by its path, with what to do. */
class RefusalTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            configuration: {profiles: [{plugins: {multiPoint: {disabled: [{name: DefaultBinder}]}}}]} | spec.configuration.profiles[0] | bind
            configuration: {profiles: [{plugins: {filter: {enabled: [{name: CustomFilter}]}}}]} | spec.configuration.profiles[0].plugins.filter.enabled[0] | CustomFilter
            configuration: {paralelism: 3} | spec.configuration.paralelism | unknown
            configuration: {parallelism: 99999999999} | spec.configuration.parallelism | 99999999999
            configuration: {clientConnection: {kubeconfig: /etc/x}} | spec.configuration.clientConnection.kubeconfig | service account
            configuration: {leaderElection: {leaderElect: false}} | spec.configuration.leaderElection.leaderElect | spec.replicas: 1
            configuration: {leaderElection: {resourceName: kube-scheduler, resourceNamespace: kube-system}} | spec.configuration.leaderElection.resourceName | replacesDefaultScheduler
            configuration: {profiles: [{schedulerName: default-scheduler}]} | spec.configuration.profiles[0].schedulerName | replacesDefaultScheduler
            {configuration: {}, runtime: {type: KubeScheduler, version: "1.24"}} | spec.runtime.version | 1.25 to 1.37
            {configuration: {}, runtime: {extraArgs: ["--config=/x"]}} | spec.runtime.extraArgs[0] | spec.configuration
            {configuration: {}, runtime: {extraArgs: ["--leader_elect=false"]}} | spec.runtime.extraArgs[0] | leaderElection
            {configuration: {}, runtime: {featureGates: {CoordinatedLeaderElection: true}}} | spec.runtime.featureGates.CoordinatedLeaderElection | remove it
            {configuration: {}, deployment: {sidecars: [{name: scheduler}]}} | spec.deployment.sidecars[0].name | choose another
            {configuration: {}, deployment: {volumes: [{name: config}]}} | spec.deployment.volumes[0].name | choose another
            {configuration: {}, deployment: {volumeMounts: [{name: ca, mountPath: /ca}]}} | spec.deployment.volumeMounts[0].name | spec.deployment.volumes
            {configuration: {}, deployment: {env: [{name: A, value: x}, {name: A, value: y}]}} | spec.deployment.env[1].name | choose another
            {configuration: {}, deployment: {podLabels: {component: x}}} | spec.deployment.podLabels | remove it
            {configurationFrom: {configMapKeyRef: {name: a, key: b}}} | spec.configurationFrom.configMapKeyRef | custom-scheduler-system/a
            {replicas: 1} | spec.configuration | missing
            """)
    void isSaidByPath(String spec, String path, String message) {
        Outcome outcome = Manifests.of(Resources.withSpec(spec), Resources.ENVIRONMENT);
        assertThat(outcome).isInstanceOf(Outcome.Refused.class);
        assertThat(outcome.findings()).as(spec).anySatisfy(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.ERROR);
            assertThat(finding.path()).startsWith(path);
            assertThat(finding.toString()).contains(message);
        });
    }

    @Test
    void everyFindingComesAtOnce() {
        List<Finding> findings =
                Manifests.of(Resources.withSpec("""
                                runtime: {extraArgs: ["--v=3"]}
                                deployment: {sidecars: [{name: scheduler}]}
                                configuration: {parallelism: -1, unknown: 1}
                                """), Resources.ENVIRONMENT).findings();
        assertThat(findings)
                .extracting(Finding::path)
                .contains(
                        "spec.runtime.extraArgs[0]",
                        "spec.deployment.sidecars[0].name",
                        "spec.configuration.parallelism",
                        "spec.configuration.unknown");
    }

    @Test
    void anImageOfOnesOwnMayHavePluginsOfItsOwn() {
        String configuration = "configuration: {profiles: [{plugins: {filter: {enabled: [{name: CustomFilter}]}}}]}";
        assertThat(Manifests.of(
                        Resources.withSpec("runtime: {type: KubeScheduler}\n" + configuration), Resources.ENVIRONMENT))
                .isInstanceOf(Outcome.Refused.class);
        assertThat(Resources.rendered(
                                Resources.withSpec("runtime: {type: KubeScheduler, image: mine}\n" + configuration))
                        .warnings())
                .anyMatch(warning -> warning.toString().contains("CustomFilter"));
    }

    @Test
    void aReferencedDocumentIsNamedWithItsLine() {
        Outcome outcome = Manifests.of(
                Resources.withSpec("configurationFrom: {configMapKeyRef: {name: a, key: b}}"),
                Optional.of(new ConfigurationDocument("ConfigMap ns/a, key b", """
                        apiVersion: kubescheduler.config.k8s.io/v1
                        kind: KubeSchedulerConfiguration
                        parallelism: 3
                        parallelism: 4
                        """)),
                Resources.ENVIRONMENT);
        assertThat(outcome).isInstanceOf(Outcome.Refused.class);
        assertThat(outcome.findings().getFirst().toString()).startsWith("ConfigMap ns/a, key b:4: error: ");
    }

    @Test
    void aReferencedDocumentComesToTheSameAsOneInside() {
        String text = "{parallelism: 3, profiles: [{}]}";
        Outcome referenced = Manifests.of(
                Resources.withSpec("configurationFrom: {configMapKeyRef: {name: a, key: b}}"),
                Optional.of(new ConfigurationDocument("ConfigMap ns/a, key b", """
                        apiVersion: kubescheduler.config.k8s.io/v1
                        kind: KubeSchedulerConfiguration
                        parallelism: 3 # the comment does not matter
                        profiles: [{}]
                        """)),
                Resources.ENVIRONMENT);
        assertThat(referenced).isInstanceOf(Outcome.Rendered.class);
        assertThat(((Outcome.Rendered) referenced).objects())
                .isEqualTo(Resources.rendered(Resources.withSpec("configuration: " + text))
                        .objects());
    }
}
