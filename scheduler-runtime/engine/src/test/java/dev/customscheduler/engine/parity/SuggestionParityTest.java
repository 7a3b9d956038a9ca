package dev.customscheduler.engine.parity;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.customscheduler.config.ConfigurationReader;
import dev.customscheduler.config.ConfigurationResult;
import dev.customscheduler.config.Source;
import dev.customscheduler.config.Target;
import dev.customscheduler.engine.explain.Explanation;
import dev.customscheduler.engine.explain.Explanation.Kind;
import dev.customscheduler.engine.explain.Explanation.Step;
import dev.customscheduler.engine.explain.Explanation.Suggestion;
import dev.customscheduler.engine.profile.PluginRegistry;
import dev.customscheduler.engine.simulation.Simulation;
import dev.customscheduler.testbed.oracle.ClusterCase;
import dev.customscheduler.testbed.oracle.Oracle;
import dev.customscheduler.testbed.oracle.PodPlacement;
import dev.customscheduler.testbed.tools.Tool;
import dev.customscheduler.testbed.tools.Tools;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Whatever {@code csched explain} suggests for a pod that fits nowhere, kube-scheduler's own code takes: the cluster is
 * written anew with the change in it, by the suggestion's text, and the oracle then finds that the node fits. Without
 * the change it places the pod nowhere. {@code -Dparity.seed=N} starts elsewhere, {@code -Dparity.suggestions=N} makes
 * it longer.
 */
class SuggestionParityTest {
    private static final int PODS = 4;
    private static final int ELSEWHERE = 6;
    private static final String ZONE = "topology.kubernetes.io/zone";
    /** So many clusters of all features meet every kind of suggestion. */
    private static final int ENOUGH = 40;

    private final long seed = Long.getLong("parity.seed", 1);
    private final int clusters = Integer.getInteger("parity.suggestions", ENOUGH);
    private final AtomicInteger next = new AtomicInteger();
    private final List<String> failures = Collections.synchronizedList(new ArrayList<>());
    private final Map<Kind, Integer> kinds = Collections.synchronizedMap(new EnumMap<>(Kind.class));
    private final AtomicInteger pods = new AtomicInteger();
    private final AtomicInteger suggestions = new AtomicInteger();

    @Test
    void whatIsSuggestedIsTakenByKubeScheduler() throws Exception {
        int side = Integer.getInteger("parity.oracles", 12);
        try (Oracle oracle = Oracle.start(Tools.standard(), Tool.ORACLE, side);
                ExecutorService workers = Executors.newFixedThreadPool(side)) {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < side; i++) {
                all.add(workers.submit(() -> work(oracle)));
            }
            for (Future<?> worker : all) {
                worker.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("from seed " + seed, e);
        }
        System.out.printf(
                "suggestions: %d for %d pods of %d clusters from seed %d, steps %s%n",
                suggestions.get(), pods.get(), clusters, seed, kinds);
        assertThat(failures).isEmpty();
        if (clusters >= ENOUGH) {
            assertThat(kinds.keySet()).as("kinds of suggestions").containsExactlyInAnyOrder(Kind.values());
        }
    }

    private void work(Oracle oracle) {
        for (int i = next.getAndIncrement(); i < clusters; i = next.getAndIncrement()) {
            GeneratedCluster cluster = ClusterGenerator.generate(seed + i, EnumSet.allOf(Feature.class), List.of());
            cluster.config().put("percentageOfNodesToScore", 100);
            List<JsonNode> all = cluster.documents();
            List<JsonNode> alone = new ArrayList<>(all);
            List<Integer> waiting = new ArrayList<>();
            for (int at = 0; at < all.size(); at++) {
                JsonNode object = all.get(at);
                if (object.path("kind").asText().equals("Pod")
                        && !object.at("/spec").has("nodeName")) {
                    waiting.add(at);
                    alone.set(at, Change.nothing(at));
                }
            }
            for (int at : waiting.subList(0, Math.min(PODS, waiting.size()))) {
                List<JsonNode> objects = new ArrayList<>(alone);
                objects.set(at, all.get(at));
                if (at % ELSEWHERE == 0) {
                    // Generated pods ask for labels that can be given only.
                    ((ObjectNode) all.get(at))
                            .withObject("/spec")
                            .withObject("/nodeSelector")
                            .put(ZONE, "elsewhere");
                }
                try {
                    check(oracle, cluster, objects, at);
                } catch (RuntimeException | IOException | AssertionError e) {
                    failures.add("seed " + cluster.seed() + ", "
                            + all.get(at).at("/metadata/name").asText() + ": " + e);
                }
            }
        }
    }

    private void check(Oracle oracle, GeneratedCluster cluster, List<JsonNode> objects, int at) throws IOException {
        String config = GeneratedCluster.text(cluster.config());
        List<Suggestion> found = suggested(config, objects);
        if (found.isEmpty()) {
            return;
        }
        pods.incrementAndGet();
        PodPlacement before = ask(oracle, config, objects);
        if (before != null && before.node() != null) {
            failures.add("seed " + cluster.seed() + ", " + before.pod() + " is placed as it is on " + before.node());
        }
        for (Suggestion s : found) {
            suggestions.incrementAndGet();
            Change change = new Change(objects, at);
            for (Step step : s.steps()) {
                kinds.merge(step.kind(), 1, Integer::sum);
                change.make(step);
            }
            PodPlacement after = ask(oracle, config, change.objects());
            // A pod for which room was made looks at that node first, and at no other if it fits.
            String nominated = objects.get(at).at("/status/nominatedNodeName").asText("");
            boolean fits = after != null
                    && after.node() != null
                    && (after.node().equals(s.node())
                            || after.node().equals(nominated)
                            || after.scores().containsKey(s.node()));
            if (!fits) {
                failures.add("seed " + cluster.seed() + ": " + s + "\n    theirs: "
                        + (after == null ? "not tried" : after.node() + ", " + after.message() + ", " + after.nodes()));
            }
        }
    }

    private static List<Suggestion> suggested(String config, List<JsonNode> objects) throws IOException {
        ConfigurationResult read =
                ConfigurationReader.read(config.getBytes(StandardCharsets.UTF_8), Source.NONE, Target.bundled());
        if (!(read instanceof ConfigurationResult.Accepted accepted)) {
            throw new IllegalArgumentException("configuration refused: " + read.findings());
        }
        try (Simulation simulation =
                new Simulation(accepted.configuration(), accepted.profiles(), PluginRegistry.builtIn(), objects)) {
            var pod = simulation.pending().getLast();
            if (!simulation.scheduler().isResponsibleFor(pod)) {
                return List.of();
            }
            Explanation e = simulation.explain(pod);
            return e.changes() == null ? List.of() : e.changes().found();
        }
    }

    /** What becomes of the last of the objects; null where it is not tried. */
    private static @org.jspecify.annotations.Nullable PodPlacement ask(
            Oracle oracle, String config, List<? extends JsonNode> objects) {
        String list = GeneratedCluster.text(Map.of("apiVersion", "v1", "kind", "List", "items", objects));
        List<PodPlacement> all = oracle.place(new ClusterCase(config, list));
        return all.isEmpty() ? null : all.getLast();
    }
}
