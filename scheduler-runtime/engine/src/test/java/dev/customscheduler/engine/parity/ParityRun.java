package dev.customscheduler.engine.parity;

import dev.customscheduler.engine.AttemptResult;
import dev.customscheduler.testbed.oracle.ClusterCase;
import dev.customscheduler.testbed.oracle.Oracle;
import dev.customscheduler.testbed.oracle.PodPlacement;
import dev.customscheduler.testbed.tools.Tool;
import dev.customscheduler.testbed.tools.Tools;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Has clusters placed by the oracle and by the engine, and compares. Several clusters at a time; each is judged by
 * itself. A cluster that differs is written to {@code target/parity}.
 */
final class ParityRun {
    private static final long PROGRESS_NANOS = 20_000_000_000L;
    private static final int TOLD = 20;
    /** How many clusters of all features meet everything. */
    private static final int ENOUGH = 500;

    private final long first;
    private final int clusters;
    private final Set<Feature> features;
    private final List<String> plugins;
    private final AtomicInteger next = new AtomicInteger();
    private final List<String> failures = new ArrayList<>();
    private final long start = System.nanoTime();
    private long told = start;
    private final Coverage coverage = new Coverage();
    private int done;
    private long pods;
    private long bound;
    private long preempting;
    private long refusals;
    private long scores;

    private ParityRun(long first, int clusters, Set<Feature> features, List<String> plugins) {
        this.first = first;
        this.clusters = clusters;
        this.features = features;
        this.plugins = plugins;
    }

    /**
     * Compares the clusters of the seeds {@code first} and following, and prints how much was compared.
     *
     * @return what differs, a line for each of the first clusters that do
     */
    static List<String> differences(long first, int clusters, Set<Feature> features, List<String> plugins) {
        ParityRun run = new ParityRun(first, clusters, features, plugins);
        // The oracle mostly waits: kube-scheduler looks once a second whether volumes are bound.
        int processors = Runtime.getRuntime().availableProcessors();
        int side = Integer.getInteger("parity.oracles", Math.min(6 * processors, 16));
        try (Oracle oracle = Oracle.start(Tools.standard(), Tool.ORACLE, side);
                ExecutorService workers = Executors.newFixedThreadPool(side)) {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < side; i++) {
                all.add(workers.submit(() -> run.work(oracle)));
            }
            for (Future<?> worker : all) {
                worker.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("comparing", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while comparing", e);
        }
        run.tell(true);
        run.coverage.print();
        if (clusters >= ENOUGH && plugins.isEmpty()) {
            run.failures.addAll(run.coverage.missing());
        }
        return run.failures;
    }

    private void work(Oracle oracle) {
        for (int i = next.getAndIncrement(); i < clusters; i = next.getAndIncrement()) {
            compare(oracle, ClusterGenerator.generate(first + i, features, plugins));
        }
    }

    private void compare(Oracle oracle, GeneratedCluster cluster) {
        ClusterCase question = cluster.question();
        List<PodPlacement> theirs = List.of();
        List<AttemptResult> ours = List.of();
        List<String> differences;
        try {
            theirs = oracle.place(question);
            OracleChance chance = new OracleChance(theirs);
            ours = Parity.place(question.config(), cluster.documents(), chance);
            differences = Comparison.differences(theirs, ours, chance);
        } catch (RuntimeException e) {
            differences = List.of("one of both fails: " + e);
        }
        if (!differences.isEmpty()) {
            write(cluster, theirs, differences);
        }
        count(cluster, ours, differences);
    }

    private synchronized void count(GeneratedCluster cluster, List<AttemptResult> ours, List<String> differences) {
        done++;
        if (!differences.isEmpty()) {
            failures.add("seed " + cluster.seed() + ": " + differences.getFirst());
            if (failures.size() <= TOLD) {
                System.out.println("parity: " + failures.getLast());
            }
        }
        coverage.add(cluster, ours);
        for (AttemptResult r : ours) {
            pods++;
            bound += r.node() == null ? 0 : 1;
            preempting += r.nominatedNode().isEmpty() ? 0 : 1;
            refusals += r.statuses().size();
            for (Map<String, Long> byPlugin : r.scores().values()) {
                scores += byPlugin.size();
            }
        }
        if (System.nanoTime() - told > PROGRESS_NANOS) {
            tell(false);
        }
    }

    private synchronized void tell(boolean end) {
        told = System.nanoTime();
        double seconds = (told - start) / 1e9;
        double rate = done / seconds;
        String when = end
                ? String.format("in %.0f s", seconds)
                : String.format("%.1f a second, %.0f s to go", rate, (clusters - done) / rate);
        System.out.printf(
                "parity: %d of %d clusters from seed %d, %d differ; %d pods (%d bound, %d preempting), %d refusals of"
                        + " nodes, %d plugin scores; %s%n",
                done, clusters, first, failures.size(), pods, bound, preempting, refusals, scores, when);
    }

    private void write(GeneratedCluster cluster, List<PodPlacement> theirs, List<String> differences) {
        Path folder = Path.of("target", "parity", "seed-" + cluster.seed());
        try {
            Files.createDirectories(folder);
            ClusterCase question = cluster.question();
            Files.writeString(folder.resolve("config.yaml"), question.config());
            Files.writeString(folder.resolve("cluster.yaml"), question.cluster());
            Files.writeString(folder.resolve("theirs.json"), GeneratedCluster.text(theirs));
            Files.write(folder.resolve("differences.txt"), differences);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
