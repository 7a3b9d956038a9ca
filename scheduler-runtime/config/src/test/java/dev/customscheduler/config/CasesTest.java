package dev.customscheduler.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.customscheduler.config.ConfigurationResult.Accepted;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Configurations from people's bug reports, with the verdict of kube-scheduler 1.37.2. */
class CasesTest {
    private static final Target NEWEST = Target.kubeScheduler(KubernetesVersion.NEWEST);

    /** The path that each refusal must name. */
    private static final Map<String, String> PATHS = Map.ofEntries(
            Map.entry("article-v1-customfilter", "profiles[0].plugins.filter.enabled[0]"),
            Map.entry("article-v1beta3-customfilter", "apiVersion"),
            Map.entry("backoff-max-below-initial", "podMaxBackoffSeconds"),
            Map.entry("bind-none", "profiles[0].plugins.bind"),
            Map.entry("duplicate-scheduler-name", "profiles[1].schedulerName"),
            Map.entry("ebslimits-filter", "profiles[0].plugins.filter.enabled[0]"),
            Map.entry("ebslimits-multipoint", "profiles[0].plugins.multiPoint.enabled[0]"),
            Map.entry("enabled-twice", "profiles[0].plugins.filter.enabled[1]"),
            Map.entry("extender-managed-resource-name", "extenders[0].managedResources[0].name"),
            Map.entry("extender-prioritize-without-weight", "extenders[0].weight"),
            Map.entry("extender-two-binders", "extenders[1].bindVerb"),
            Map.entry("fit-resource-weight-0", "profiles[0].pluginConfig[0].args.scoringStrategy.resources[0].weight"),
            Map.entry(
                    "fit-wrong-field",
                    "profiles[0].pluginConfig[0].args.scoringStrategy.requestedToCapacityRatioParam"),
            Map.entry("hard-affinity-weight-101", "profiles[0].pluginConfig[0].args.hardPodAffinityWeight"),
            Map.entry("lock-configmaps", "leaderElection.resourceLock"),
            Map.entry("multipoint-none-but-score", "profiles[0].plugins.queueSort"),
            Map.entry("multipoint-only-queuesort", "profiles[0].plugins.bind"),
            Map.entry("parallelism-0-is-default", "parallelism"),
            Map.entry("parallelism-negative", "parallelism"),
            Map.entry("percentage-101", "profiles[0].percentageOfNodesToScore"),
            Map.entry("plugin-name-typo-enabled", "profiles[0].plugins.score.enabled[0]"),
            Map.entry("removed-score-plugins", "profiles[0].plugins.score.enabled[0]"),
            Map.entry("repeated-plugin-config", "profiles[0].pluginConfig[1]"),
            Map.entry("shape-empty", "profiles[0].pluginConfig[0].args.scoringStrategy.requestedToCapacityRatio.shape"),
            Map.entry(
                    "shape-not-increasing",
                    "profiles[0].pluginConfig[0].args.scoringStrategy.requestedToCapacityRatio.shape[1].utilization"),
            Map.entry(
                    "shape-score-100",
                    "profiles[0].pluginConfig[0].args.scoringStrategy.requestedToCapacityRatio.shape[0].score"),
            Map.entry(
                    "spread-defaults-with-selector",
                    "profiles[0].pluginConfig[0].args.defaultConstraints[0].labelSelector"),
            Map.entry("spread-defaults-without-list", "profiles[0].pluginConfig[0].args.defaultingType"),
            Map.entry("unknown-top-level-field", "percentageOfNodeToScore"),
            Map.entry("version-v1beta2", "apiVersion"),
            Map.entry("version-v1beta3", "apiVersion"),
            Map.entry("version-v2", "apiVersion"),
            Map.entry("wrong-extension-point", "profiles[0].plugins.score.enabled[0]"));

    /** What the finding must say, be it an error or a warning. */
    private static final Map<String, String> HINTS = Map.ofEntries(
            Map.entry("article-v1beta3-customfilter", "csched migrate"),
            Map.entry("extender-https-without-ca", "not verified"),
            Map.entry("fit-wrong-field", "did you mean \"requestedToCapacityRatio\"?"),
            Map.entry("ebslimits-multipoint", "NodeVolumeLimits serves"),
            Map.entry("ebslimits-filter", "NodeVolumeLimits serves"),
            Map.entry("plugin-name-typo-enabled", "did you mean \"NodeResourcesBalancedAllocation\"?"),
            Map.entry("plugin-name-typo-disabled", "has no effect"),
            Map.entry("removed-score-plugin-disabled-only", "has no effect"),
            Map.entry("removed-score-plugins", "scoringStrategy.type: MostAllocated"));

    static Stream<String> cases() throws IOException {
        JsonNode expected = expected();
        return expected.properties().stream().map(Map.Entry::getKey);
    }

    private static JsonNode expected() throws IOException {
        return new ObjectMapper().readTree(folder().resolve("expected.json").toFile());
    }

    private static Path folder() {
        URL url = Objects.requireNonNull(CasesTest.class.getResource("/cases/expected.json"));
        try {
            return Objects.requireNonNull(Path.of(url.toURI()).getParent());
        } catch (URISyntaxException bug) {
            throw new IllegalStateException(bug);
        }
    }

    private static ConfigurationResult read(String name) throws IOException {
        return ConfigurationReader.read(
                Files.readAllBytes(folder().resolve(name + ".yaml")), Source.file(name + ".yaml"), NEWEST);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theVerdictIsTheRealOnes(String name) throws IOException {
        ConfigurationResult result = read(name);
        assertThat(result instanceof Accepted)
                .as(() -> result.findings().toString())
                .isEqualTo(expected().get(name).get("accepted").booleanValue());
        String path = PATHS.get(name);
        if (path != null) {
            assertThat(result.findings())
                    .anyMatch(finding -> finding.severity() == Severity.ERROR
                            && finding.path().equals(path)
                            && finding.line() > 0);
        }
        String hint = HINTS.get(name);
        if (hint != null) {
            assertThat(result.findings()).anyMatch(finding -> finding.message().contains(hint));
        }
    }

    @Test
    void theEffectiveProfileListsEachScorePluginOnceWithItsWeight() throws IOException {
        Accepted accepted = (Accepted) read("score-weights-override");
        assertThat(accepted.profiles().getFirst().at(ExtensionPoint.SCORE))
                .extracting(plugin -> plugin.name() + "=" + plugin.weight())
                .startsWith("NodeResourcesFit=5", "PodTopologySpread=4", "TaintToleration=2")
                .doesNotHaveDuplicates();
    }
}
