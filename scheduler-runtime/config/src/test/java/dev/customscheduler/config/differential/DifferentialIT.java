package dev.customscheduler.config.differential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.customscheduler.config.KubernetesVersion;
import dev.customscheduler.testbed.oracle.ConfigOracle;
import dev.customscheduler.testbed.tools.Tool;
import dev.customscheduler.testbed.tools.Tools;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The verdicts on random configurations are kube-scheduler's, and so are the defaults of those that are accepted.
 *
 * <p>{@code -Dconfig.differential.count}, {@code .seed} and {@code .versions} say how many, which and for which
 * kube-schedulers; the profile {@code differential} runs 100,000 for each version there is an oracle of.
 */
class DifferentialIT {
    private static final int COUNT = Integer.getInteger("config.differential.count", 3_000);
    private static final long SEED = Long.getLong("config.differential.seed", 20_261_201L);

    static Stream<String> versions() {
        return Arrays.stream(
                System.getProperty("config.differential.versions", "1.37").split(","));
    }

    private static Tool tool(String version) {
        return switch (version) {
            case "1.37" -> Tool.CONFIG_ORACLE;
            case "1.32" -> Tool.CONFIG_ORACLE_1_32;
            case "1.28" -> Tool.CONFIG_ORACLE_1_28;
            default -> throw new IllegalArgumentException("there is no oracle of " + version);
        };
    }

    @ParameterizedTest
    @MethodSource("versions")
    void theVerdictsAreKubeSchedulers(String version) {
        KubernetesVersion kubernetes = KubernetesVersion.parse(version).orElseThrow();
        List<String> apiVersions = kubernetes.atLeast(29)
                ? List.of("v1", "v1", "v1", "v1", "v1", "v1beta3")
                : List.of("v1", "v1", "v1beta3", "v1beta3", "v1beta2");
        try (ConfigOracle oracle = ConfigOracle.start(Tools.standard(), tool(version))) {
            Differential.Counts counts = new Differential(oracle, kubernetes, apiVersions).run(SEED, COUNT);
            System.out.println("kube-scheduler " + version + ", seed " + SEED + ": " + counts);
            assertThat(counts.differences)
                    .as(() -> "kube-scheduler " + version + ", seed " + SEED + ": " + counts + "; the first:\n"
                            + (counts.differences.isEmpty() ? "" : counts.differences.getFirst()))
                    .isEmpty();
            assertThat(counts.withoutPath)
                    .as("refusals without a path, seed " + SEED)
                    .isZero();
            assertThat(counts.accepted)
                    .as("accepted, so that defaults are compared")
                    .isGreaterThan(counts.documents / 10);
        }
    }
}
