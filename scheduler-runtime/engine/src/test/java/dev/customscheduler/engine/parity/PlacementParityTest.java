package dev.customscheduler.engine.parity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.customscheduler.engine.AttemptResult;
import dev.customscheduler.testbed.oracle.ClusterCase;
import dev.customscheduler.testbed.oracle.Oracle;
import dev.customscheduler.testbed.oracle.PodPlacement;
import dev.customscheduler.testbed.tools.Tools;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Generated clusters, placed by kube-scheduler's own code and by the engine: node, message, each node's reasons and
 * each plugin's weighted score are equal. {@code -Dparity.clusters=20000} makes it longer, {@code -Dparity.seed=N}
 * starts elsewhere.
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

    @Test
    void generatedClustersArePlacedAlike() {
        int clusters = Integer.getInteger("parity.clusters", 500);
        long first = Long.getLong("parity.seed", 1);
        ParityRun.run(
                first,
                clusters,
                EnumSet.complementOf(
                        EnumSet.of(Feature.SPREAD, Feature.POD_AFFINITY, Feature.VOLUMES, Feature.PREEMPTION)),
                PLUGINS);
    }

    @Test
    void generatedClustersArePlacedAlikeByTheDefaultProfile() {
        int clusters = Integer.getInteger("parity.clusters", 500);
        long first = Long.getLong("parity.seed", 1);
        ParityRun.run(first + 1_000_000, clusters, EnumSet.complementOf(EnumSet.of(Feature.PREEMPTION)), List.of());
    }

    /** Compares so many clusters and prints how much was compared. */
    static final class ParityRun {
        private ParityRun() {}

        static void run(long first, int clusters, EnumSet<Feature> features, List<String> plugins) {
            List<String> failures = new ArrayList<>();
            long pods = 0;
            long bound = 0;
            long refused = 0;
            long scores = 0;
            try (Oracle oracle = Oracle.start(Tools.standard())) {
                int batch = 50;
                for (int at = 0; at < clusters; at += batch) {
                    List<GeneratedCluster> cases = new ArrayList<>();
                    List<ClusterCase> questions = new ArrayList<>();
                    for (int i = at; i < Math.min(clusters, at + batch); i++) {
                        GeneratedCluster c = ClusterGenerator.generate(first + i, features, plugins);
                        cases.add(c);
                        questions.add(c.question());
                    }
                    List<List<PodPlacement>> theirs = oracle.place(questions);
                    for (int i = 0; i < cases.size(); i++) {
                        GeneratedCluster c = cases.get(i);
                        List<AttemptResult> ours = Parity.place(questions.get(i).config(), c.nodes());
                        List<String> differences = Comparison.differences(theirs.get(i), ours);
                        if (!differences.isEmpty()) {
                            failures.add("seed " + c.seed() + ": " + differences.getFirst());
                        }
                        for (AttemptResult r : ours) {
                            pods++;
                            bound += r.node() == null ? 0 : 1;
                            refused += r.statuses().size();
                            scores += r.scores().values().stream()
                                    .mapToInt(java.util.Map::size)
                                    .sum();
                        }
                    }
                }
            }
            System.out.printf(
                    "parity: %d clusters from seed %d, %d pods (%d bound), %d refusals of nodes, %d plugin scores, %d"
                            + " clusters differ%n",
                    clusters, first, pods, bound, refused, scores, failures.size());
            assertThat(failures).isEmpty();
        }
    }
}
