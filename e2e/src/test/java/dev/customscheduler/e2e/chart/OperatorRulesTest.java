package dev.customscheduler.e2e.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.customscheduler.config.KubernetesVersion;
import dev.customscheduler.crds.v1alpha1.CustomScheduler;
import dev.customscheduler.crds.v1alpha1.CustomSchedulerSerialization;
import dev.customscheduler.manifests.Environment;
import dev.customscheduler.manifests.ExplainedRule;
import dev.customscheduler.manifests.Manifests;
import dev.customscheduler.manifests.Outcome;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * The operator's role in the chart covers every rule that the operator grants to some scheduler, of any version and
 * with any plugins, and grants nothing that no scheduler and no part of the operator needs.
 */
class OperatorRulesTest {
    private static final List<String> PLUGINS = List.of(
            "DefaultPreemption",
            "PodTopologySpread",
            "InterPodAffinity",
            "VolumeBinding",
            "VolumeZone",
            "VolumeRestrictions",
            "NodeVolumeLimits",
            "DynamicResources");
    private static final String GATES = "GenericWorkload: true, CompositePodGroup: true, DRADeviceTaintRules: true,"
            + " DRAExtendedResource: true, DynamicResourceAllocation: true,"
            + " DRAResourceClaimGranularStatusAuthorization: true";

    /** What the operator does itself, beside granting; each is a call in operator/app. */
    private static final Set<String> OWN_GROUPS_AND_RESOURCES = Set.of(
            "customscheduler.dev/customschedulers",
            "customscheduler.dev/customschedulers/status",
            "customscheduler.dev/customschedulers/finalizers",
            "/configmaps",
            "/serviceaccounts",
            "/services",
            "apps/deployments",
            "coordination.k8s.io/leases",
            "policy/poddisruptionbudgets",
            "networking.k8s.io/networkpolicies",
            "rbac.authorization.k8s.io/clusterroles",
            "rbac.authorization.k8s.io/clusterrolebindings",
            "rbac.authorization.k8s.io/roles",
            "rbac.authorization.k8s.io/rolebindings",
            "monitoring.coreos.com/servicemonitors");

    private final KubernetesSerialization serialization = CustomSchedulerSerialization.create();

    @Test
    void theChartsRoleCoversAllThatIsGrantedAndNoMore() {
        Set<String> held = new TreeSet<>(Tuples.of(operatorRole().getRules()));
        Set<String> granted = granted();
        assertThat(held).containsAll(granted);
        held.removeAll(granted);
        held.removeIf(tuple -> OWN_GROUPS_AND_RESOURCES.contains(tuple.substring(0, tuple.lastIndexOf('/'))));
        assertThat(held).as("held for no purpose").isEmpty();
    }

    @Test
    void noRuleIsAWildcard() {
        assertThat(Tuples.of(operatorRole().getRules())).noneMatch(tuple -> tuple.contains("*"));
    }

    private static ClusterRole operatorRole() {
        List<HasMetadata> objects = Helm.template("defaults.yaml");
        return Helm.only(objects, ClusterRole.class, "release-custom-scheduler-operator");
    }

    private Set<String> granted() {
        Set<String> tuples = new TreeSet<>();
        List<String> configurations = new ArrayList<>(
                List.of("{}", "{leaderElection: {resourceName: kube-scheduler, resourceNamespace: kube-system}}"));
        for (String plugin : PLUGINS) {
            configurations.add("{profiles: [{plugins: {multiPoint: {disabled: [{name: " + plugin + "}]}}}]}");
        }
        int rendered = 0;
        for (String configuration : configurations) {
            rendered += add(tuples, "runtime: {type: Bundled}", configuration);
            for (int minor = KubernetesVersion.OLDEST.minor(); minor <= KubernetesVersion.NEWEST.minor(); minor++) {
                String runtime = "runtime: {type: KubeScheduler, version: \"1." + minor + "\"";
                rendered += add(tuples, runtime + "}", configuration);
                rendered += add(tuples, runtime + ", featureGates: {" + GATES + "}}", configuration);
            }
        }
        assertThat(rendered).as("most combinations are accepted").isGreaterThan(configurations.size() * 20);
        return tuples;
    }

    /** Adds what a scheduler of this kind is granted; 0 if the combination does not exist in that version. */
    private int add(Set<String> tuples, String runtime, String configuration) {
        CustomScheduler resource = serialization.unmarshal(
                "metadata: {name: any}\nspec:\n  replacesDefaultScheduler: true\n  " + runtime + "\n  configuration: "
                        + configuration + "\n",
                CustomScheduler.class);
        return switch (Manifests.of(resource, Environment.defaults("0"))) {
            case Outcome.Refused _ -> 0;
            case Outcome.Rendered rendered -> {
                List<PolicyRule> rules =
                        rendered.rules().stream().map(ExplainedRule::rule).toList();
                tuples.addAll(Tuples.of(rules));
                yield 1;
            }
        };
    }
}
