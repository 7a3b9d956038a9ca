package dev.customscheduler.engine.parity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Generated clusters, placed by kube-scheduler's own code and by the engine: node, message, each node's reasons, each
 * plugin's weighted score and each node's victims are equal. {@code mvn verify -Pparity} makes it longer,
 * {@code -Dparity.seed=N} starts elsewhere; {@code -Dparity.clusters=1} with a seed that differs shows that cluster
 * alone.
 */
class PlacementParityTest {
    private static final List<String> PLUGINS = List.of(
            "SchedulingGates",
            "PrioritySort",
            "NodeName",
            "NodeUnschedulable",
            "TaintToleration",
            "NodeAffinity",
            "NodePorts",
            "NodeResourcesFit",
            "NodeResourcesBalancedAllocation",
            "ImageLocality",
            "DefaultBinder");

    private final long seed = Long.getLong("parity.seed", 1);

    @Test
    void generatedClustersArePlacedAlikeByPluginsNamedOneByOne() {
        EnumSet<Feature> features = EnumSet.complementOf(
                EnumSet.of(Feature.SPREAD, Feature.POD_AFFINITY, Feature.VOLUMES, Feature.PREEMPTION));
        assertThat(ParityRun.differences(seed, Integer.getInteger("parity.few", 200), features, PLUGINS))
                .isEmpty();
    }

    @Test
    void generatedClustersArePlacedAlikeByTheDefaultProfile() {
        int clusters = Integer.getInteger("parity.clusters", 500);
        assertThat(ParityRun.differences(seed, clusters, EnumSet.allOf(Feature.class), List.of()))
                .isEmpty();
    }
}
