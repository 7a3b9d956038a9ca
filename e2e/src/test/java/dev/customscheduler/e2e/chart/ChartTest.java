package dev.customscheduler.e2e.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.customscheduler.crds.v1alpha1.CustomScheduler;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The chart is well-formed and comes to what its values say. */
class ChartTest {
    @ParameterizedTest
    @ValueSource(strings = {"defaults.yaml", "everything.yaml", "bare.yaml"})
    void lints(String values) {
        Helm.Run run = Helm.run("lint", "--strict", Helm.CHART.toString(), "--values=" + Helm.VALUES.resolve(values));
        assertThat(run.code()).as(run.output()).isZero();
    }

    @Test
    void theDefaultsComeToARestrictedPod() {
        List<HasMetadata> objects = Helm.template("defaults.yaml");
        assertThat(objects)
                .extracting(HasMetadata::getKind)
                .containsExactlyInAnyOrder(
                        "NetworkPolicy",
                        "ServiceAccount",
                        "CustomResourceDefinition",
                        "ClusterRole",
                        "ClusterRole",
                        "ClusterRole",
                        "ClusterRoleBinding",
                        "Deployment");
        var pod = Helm.only(objects, Deployment.class, "release-custom-scheduler-operator")
                .getSpec()
                .getTemplate()
                .getSpec();
        Container container = pod.getContainers().getFirst();
        assertThat(container.getImage()).isEqualTo("customscheduler/operator:0.1.0");
        assertThat(variable(container, "RUNTIME_IMAGE").getValue())
                .isEqualTo("customscheduler/scheduler-runtime:0.1.0");
        assertThat(variable(container, "OPERATOR_NAMESPACE")
                        .getValueFrom()
                        .getFieldRef()
                        .getApiVersion())
                .isEqualTo("v1");
        assertThat(pod.getSecurityContext().getRunAsNonRoot()).isTrue();
        assertThat(pod.getSecurityContext().getSeccompProfile().getType()).isEqualTo("RuntimeDefault");
        assertThat(container.getSecurityContext().getAllowPrivilegeEscalation()).isFalse();
        assertThat(container.getSecurityContext().getReadOnlyRootFilesystem()).isTrue();
        assertThat(container.getSecurityContext().getCapabilities().getDrop()).containsExactly("ALL");
        assertThat(container.getReadinessProbe().getHttpGet().getPath()).isEqualTo("/readyz");
    }

    @Test
    void everyValueArrives() {
        List<HasMetadata> objects = Helm.template("everything.yaml");
        Deployment deployment = Helm.only(objects, Deployment.class, "schedulers");
        var pod = deployment.getSpec().getTemplate().getSpec();
        Container container = pod.getContainers().getFirst();
        assertThat(deployment.getSpec().getReplicas()).isEqualTo(2);
        assertThat(container.getImage()).isEqualTo("example/mirror/operator:9.9.9");
        assertThat(variable(container, "RUNTIME_IMAGE").getValue()).isEqualTo("example/mirror/runtime:8.8.8");
        assertThat(container.getArgs()).contains("--metrics-bind-address=:9090", "--resync-seconds=300");
        assertThat(variable(container, "JAVA_TOOL_OPTIONS").getValue()).isEqualTo("-Xss2m");
        assertThat(pod.getServiceAccountName()).isEqualTo("runner");
        assertThat(pod.getNodeSelector()).containsEntry("kubernetes.io/os", "linux");
        assertThat(pod.getPriorityClassName()).isEqualTo("system-cluster-critical");
        assertThat(pod.getTolerations()).hasSize(1);
        assertThat(deployment.getSpec().getTemplate().getMetadata().getLabels()).containsEntry("team", "platform");
        assertThat(objects).extracting(HasMetadata::getKind).contains("Service");
    }

    @Test
    void whatIsTurnedOffIsNotThere() {
        assertThat(Helm.template("bare.yaml")).extracting(HasMetadata::getKind).containsExactly("Deployment");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            replicas=many | replicas
            image.tagg=1 | tagg
            metrics.port=80 | port
            nonsense=1 | nonsense
            extraArgs[0]=resync | extraArgs
            """)
    void aWrongValueIsRefusedByName(String set, String named) {
        Helm.Run run = Helm.run("template", "release", Helm.CHART.toString(), "--set=" + set);
        assertThat(run.code()).as(run.output()).isNotZero();
        assertThat(run.output()).contains(named);
    }

    @Test
    void theCrdIsTheCommittedOneAndIsKept() throws IOException {
        CustomResourceDefinition charted = Helm.only(
                Helm.template("defaults.yaml"), CustomResourceDefinition.class, "customschedulers.customscheduler.dev");
        assertThat(charted.getMetadata().getAnnotations()).containsEntry("helm.sh/resource-policy", "keep");
        try (InputStream committed = Objects.requireNonNull(CustomScheduler.class.getResourceAsStream(
                "/META-INF/fabric8/customschedulers.customscheduler.dev-v1.yml"))) {
            assertThat(charted.getSpec())
                    .isEqualTo(new KubernetesSerialization()
                            .unmarshal(committed, CustomResourceDefinition.class)
                            .getSpec());
        }
    }

    @Test
    void viewersReadAndEditorsWrite() {
        List<HasMetadata> objects = Helm.template("defaults.yaml");
        ClusterRole view = Helm.only(objects, ClusterRole.class, "release-custom-scheduler-operator-view");
        assertThat(view.getMetadata().getLabels()).containsEntry("rbac.authorization.k8s.io/aggregate-to-view", "true");
        assertThat(Tuples.of(view.getRules())).noneMatch(tuple -> tuple.endsWith("/create"));
        ClusterRole edit = Helm.only(objects, ClusterRole.class, "release-custom-scheduler-operator-edit");
        assertThat(edit.getMetadata().getLabels())
                .containsEntry("rbac.authorization.k8s.io/aggregate-to-edit", "true")
                .doesNotContainKey("rbac.authorization.k8s.io/aggregate-to-view");
    }

    private static EnvVar variable(Container container, String name) {
        return container.getEnv().stream()
                .filter(variable -> variable.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
