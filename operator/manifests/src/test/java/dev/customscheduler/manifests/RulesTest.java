package dev.customscheduler.manifests;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules follow the plugins, the version and the gates. Tuples are {@code group/resource/verb}. */
class RulesTest {
    private static Set<String> tuples(String spec) {
        Set<String> tuples = new TreeSet<>();
        for (ExplainedRule explained :
                Resources.rendered(Resources.withSpec(spec)).rules()) {
            PolicyRule rule = explained.rule();
            for (String group : rule.getApiGroups()) {
                for (String resource : rule.getResources()) {
                    rule.getVerbs().forEach(verb -> tuples.add(group + "/" + resource + "/" + verb));
                }
            }
        }
        return tuples;
    }

    private static String kubeScheduler(String version, String configuration) {
        return "runtime: {type: KubeScheduler, version: \"" + version + "\"}\nconfiguration: " + configuration;
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.25", "1.28", "1.30", "1.32", "1.34", "1.37"})
    void nothingIsAWildcardAndEverythingHasAReason(String version) {
        for (ExplainedRule rule : Resources.rendered(Resources.withSpec(kubeScheduler(version, "{}")))
                .rules()) {
            assertThat(rule.reason()).isNotBlank();
            assertThat(rule.rule().getVerbs()).doesNotContain("*");
            assertThat(rule.rule().getResources()).doesNotContain("*");
            assertThat(rule.rule().getApiGroups()).doesNotContain("*");
        }
    }

    @Test
    void volumeAttachmentsComeWith132() {
        assertThat(tuples(kubeScheduler("1.31", "{}"))).doesNotContain("storage.k8s.io/volumeattachments/list");
        assertThat(tuples(kubeScheduler("1.32", "{}"))).contains("storage.k8s.io/volumeattachments/list");
    }

    @Test
    void resourceClaimsComeWith134AndTheirWritesWithThePlugin() {
        assertThat(tuples(kubeScheduler("1.33", "{}"))).noneMatch(tuple -> tuple.startsWith("resource.k8s.io/"));
        assertThat(tuples(kubeScheduler("1.34", "{}")))
                .contains("resource.k8s.io/resourceclaims/list", "resource.k8s.io/resourceclaims/status/update")
                .doesNotContain("resource.k8s.io/devicetaintrules/list", "resource.k8s.io/resourceclaims/create");
        assertThat(tuples(kubeScheduler("1.37", "{}")))
                .contains(
                        "resource.k8s.io/devicetaintrules/list",
                        "resource.k8s.io/resourceclaims/create",
                        "resource.k8s.io/resourceclaims/binding/update");
        assertThat(tuples(kubeScheduler(
                        "1.37", "{profiles: [{plugins: {multiPoint: {disabled: [{name: DynamicResources}]}}}]}")))
                .contains("resource.k8s.io/resourceclaims/list")
                .doesNotContain("resource.k8s.io/resourceclaims/status/update", "/pods/finalizers/update");
    }

    @Test
    void whatNoPluginNeedsIsNotGranted() {
        Set<String> all = tuples("configuration: {}");
        assertThat(all).contains("/pods/delete", "policy/poddisruptionbudgets/list", "apps/replicasets/list");
        Set<String> fewer = tuples("configuration: {profiles: [{plugins: {multiPoint: {disabled: ["
                + "{name: DefaultPreemption}, {name: PodTopologySpread}, {name: VolumeBinding},"
                + " {name: VolumeZone}, {name: VolumeRestrictions}, {name: NodeVolumeLimits}]}}}]}");
        assertThat(fewer)
                .doesNotContain("/pods/delete", "policy/poddisruptionbudgets/list", "apps/replicasets/list")
                .noneMatch(tuple -> tuple.startsWith("storage.k8s.io/"))
                .noneMatch(tuple -> tuple.contains("persistentvolume"))
                .contains("/pods/binding/create", "/nodes/watch");
    }

    @Test
    void aPluginOfAnyProfileCounts() {
        assertThat(tuples("configuration: {profiles: [{schedulerName: a, plugins: {multiPoint: {disabled:"
                        + " [{name: DefaultPreemption}]}}}, {schedulerName: b}]}"))
                .contains("/pods/delete");
    }

    @Test
    void theLeaseIsNotTheSchedulersToCreate() {
        assertThat(tuples("configuration: {}"))
                .contains("coordination.k8s.io/leases/update")
                .doesNotContain("coordination.k8s.io/leases/create");
        assertThat(tuples("{replacesDefaultScheduler: true, configuration: {leaderElection: {resourceName:"
                        + " kube-scheduler, resourceNamespace: kube-system}}}"))
                .contains("coordination.k8s.io/leases/create");
        assertThat(tuples("{replicas: 1, configuration: {leaderElection: {leaderElect: false}}}"))
                .noneMatch(tuple -> tuple.startsWith("coordination.k8s.io/"));
    }
}
