package dev.customscheduler.engine.parity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.customscheduler.config.ConfigurationReader;
import dev.customscheduler.config.ConfigurationResult;
import dev.customscheduler.config.Source;
import dev.customscheduler.config.Target;
import dev.customscheduler.engine.AttemptResult;
import dev.customscheduler.engine.plugins.ImageLocality;
import dev.customscheduler.engine.plugins.NodeUnschedulable;
import dev.customscheduler.engine.profile.PluginRegistry;
import dev.customscheduler.engine.simulation.Simulation;
import dev.customscheduler.framework.CycleState;
import dev.customscheduler.framework.FilterPlugin;
import dev.customscheduler.framework.NodeInfo;
import dev.customscheduler.framework.PreFilterPlugin;
import dev.customscheduler.framework.PreFilterResult;
import dev.customscheduler.framework.ScorePlugin;
import dev.customscheduler.framework.Status;
import dev.customscheduler.framework.model.Pod;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/**
 * What is decided, and everything that is said about it, is the same with one thread and with many. Two plugins are
 * slowed down so that the threads are used.
 */
class ParallelismTest {
    private static final long SLOW_NANOS = 20_000;
    private static final int CLUSTERS = 25;

    @Test
    void decisionsDoNotDependOnParallelism() throws Exception {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "a single processor shares nothing");
        Set<String> threads = ConcurrentHashMap.newKeySet();
        PluginRegistry slow = PluginRegistry.builtIn()
                .with(NodeUnschedulable.NAME, (args, context) -> new SlowFilter(new NodeUnschedulable(), threads))
                .with(
                        ImageLocality.NAME,
                        (args, context) -> new SlowScore(new ImageLocality(context.handle()), threads));
        int pods = 0;
        for (long seed = 2_000_001; seed <= 2_000_000 + CLUSTERS; seed++) {
            GeneratedCluster cluster = ClusterGenerator.generate(seed, EnumSet.allOf(Feature.class), List.of());
            List<AttemptResult> alone = place(cluster, 1, PluginRegistry.builtIn());
            List<AttemptResult> shared = place(cluster, 16, slow);
            for (int i = 0; i < alone.size(); i++) {
                assertThat(said(shared.get(i)))
                        .as("seed %d, %s", seed, alone.get(i).pod().key())
                        .isEqualTo(said(alone.get(i)));
            }
            assertThat(shared).as("seed %d", seed).hasSameSizeAs(alone);
            pods += alone.size();
        }
        assertThat(pods).isGreaterThan(CLUSTERS);
        assertThat(threads).as("threads that filtered or scored").hasSizeGreaterThan(1);
    }

    private static List<AttemptResult> place(GeneratedCluster cluster, int parallelism, PluginRegistry registry)
            throws Exception {
        Map<String, Object> config = new TreeMap<>(cluster.config());
        config.put("parallelism", parallelism);
        ConfigurationResult read = ConfigurationReader.read(
                GeneratedCluster.text(config).getBytes(StandardCharsets.UTF_8), Source.NONE, Target.bundled());
        assertThat(read).isInstanceOf(ConfigurationResult.Accepted.class);
        ConfigurationResult.Accepted accepted = (ConfigurationResult.Accepted) read;
        try (Simulation simulation =
                new Simulation(accepted.configuration(), accepted.profiles(), registry, cluster.documents())) {
            return simulation.run();
        }
    }

    private static List<String> said(AttemptResult result) {
        List<String> said = new ArrayList<>(List.of(
                result.pod().key(),
                result.outcome() + " " + result.node() + " " + result.message(),
                result.nominatedNode() + " " + result.victims(),
                result.evaluatedNodes() + " nodes, " + result.feasibleNodes() + " feasible"));
        result.statuses()
                .forEach((node, status) ->
                        said.add(node + " " + status.code() + " " + status.plugin() + " " + status.message()));
        result.scores().forEach((node, scores) -> said.add(node + " " + scores));
        return said;
    }

    private static void spend(Set<String> threads) {
        threads.add(Thread.currentThread().getName());
        long end = System.nanoTime() + SLOW_NANOS;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    private record SlowFilter(NodeUnschedulable plugin, Set<String> threads) implements PreFilterPlugin, FilterPlugin {
        @Override
        public String name() {
            return plugin.name();
        }

        @Override
        public PreFilterResult preFilter(CycleState state, Pod pod, List<NodeInfo> nodes) {
            return plugin.preFilter(state, pod, nodes);
        }

        @Override
        public Status filter(CycleState state, Pod pod, NodeInfo node) {
            spend(threads);
            return plugin.filter(state, pod, node);
        }
    }

    private record SlowScore(ScorePlugin plugin, Set<String> threads) implements ScorePlugin {
        @Override
        public String name() {
            return plugin.name();
        }

        @Override
        public long score(CycleState state, Pod pod, NodeInfo node) {
            spend(threads);
            return plugin.score(state, pod, node);
        }
    }
}
