package dev.customscheduler.engine.cycle;

import dev.customscheduler.engine.SchedulerObserver;
import dev.customscheduler.engine.attempts.NodeRefusals;
import dev.customscheduler.engine.attempts.ScoreTable;
import dev.customscheduler.engine.cache.NodeSnapshot;
import dev.customscheduler.engine.extender.Extenders;
import dev.customscheduler.framework.Code;
import dev.customscheduler.framework.CycleState;
import dev.customscheduler.framework.NodeInfo;
import dev.customscheduler.framework.PostFilterResult;
import dev.customscheduler.framework.ScoreExtensions;
import dev.customscheduler.framework.ScorePlugin;
import dev.customscheduler.framework.Status;
import dev.customscheduler.framework.model.Pod;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The scheduling algorithm: filter, score, choose. It belongs to the scheduling thread and keeps its arrays from one
 * pod to the next. One instance serves all profiles, because they share the place where the next search begins.
 */
public final class Algorithm implements AutoCloseable {
    private static final NodeInfo[] NOT_SCORED = {};

    private final NodeSnapshot snapshot;
    private final Workers workers;
    private final NodeTable table;
    private final int percentageOfNodesToScore;
    private final Extenders extenders;
    private final IntSupplier lots;
    private final SchedulerObserver observer;
    private int nextStart;
    private int[] feasible = {};
    private int feasibleCount;
    private Status[] verdicts = {};
    private @Nullable List<NodeInfo> left;
    private boolean extendersRefused;
    private Set<String> narrowedBy = Set.of();
    private long[] totals = {};
    private int[] ties = {};
    private NodeInfo[] scoredNodes = NOT_SCORED;
    private long[] @Nullable [] scored = {};
    private int winner;

    /**
     * An algorithm over {@code snapshot}, which the caller keeps up to date.
     *
     * @param parallelism how many threads filter and score at most; what is decided does not depend on it
     * @param extenders asked after the filters and after the scores
     * @param observer told how long extension points take
     * @param lots what breaks ties among nodes that an extender scored, the higher wins
     */
    public Algorithm(
            NodeSnapshot snapshot,
            int parallelism,
            int percentageOfNodesToScore,
            Extenders extenders,
            SchedulerObserver observer,
            IntSupplier lots) {
        this.workers = new Workers(parallelism);
        this.observer = observer;
        this.extenders = extenders;
        this.lots = lots;
        this.snapshot = snapshot;
        this.table = new NodeTable(snapshot);
        this.percentageOfNodesToScore = percentageOfNodesToScore;
    }

    /**
     * Finds a node for {@code pod}.
     *
     * @param diagnose whether the result names the statuses and scores of nodes
     */
    public CycleResult run(ProfileRunner runner, CycleState state, Pod pod, boolean diagnose) {
        if (snapshot.size() == 0) {
            return new CycleResult(
                    null,
                    Status.unresolvable("", FitMessage.NO_NODES),
                    "",
                    Set.of(),
                    Set.of(),
                    0,
                    0,
                    Map.of(),
                    Map.of());
        }
        table.reset();
        feasibleCount = 0;
        left = null;
        extendersRefused = false;
        scoredNodes = NOT_SCORED;
        Status error = find(runner, state, pod);
        if (error != null && !error.isRejected()) {
            return failed(error, diagnose);
        }
        if (feasibleCount == 0) {
            return unschedulable(runner, state, pod, error, diagnose);
        }
        int evaluated = feasibleCount + table.recorded();
        NodeInfo[] nodes = feasibleNodes();
        if (feasibleCount == 1) {
            return found(nodes[0], evaluated, Map.of());
        }
        Map<String, Map<String, Long>> scores = diagnose ? new LinkedHashMap<>() : Map.of();
        long scoring = System.nanoTime();
        Status scored = score(runner, state, pod, nodes, diagnose ? scores : null);
        told(runner, "Score", scored.code(), scoring);
        if (!scored.isSuccess()) {
            return failed(scored, diagnose);
        }
        winner = BestScore.winner(totals, ties, feasibleCount);
        return found(nodes[winner], evaluated, scores);
    }

    private void told(ProfileRunner runner, String point, Code code, long start) {
        observer.extensionPoint(runner.profile().name(), point, code.name(), System.nanoTime() - start);
    }

    /** What the filters, and then the extenders, left. */
    private NodeInfo[] feasibleNodes() {
        List<NodeInfo> extended = left;
        if (extended != null) {
            return extended.toArray(NodeInfo[]::new);
        }
        NodeInfo[] nodes = new NodeInfo[feasibleCount];
        for (int i = 0; i < nodes.length; i++) {
            nodes[i] = snapshot.at(feasible[i]);
        }
        return nodes;
    }

    private CycleResult found(NodeInfo winner, int evaluated, Map<String, Map<String, Long>> scores) {
        return new CycleResult(
                winner.name(), Status.success(), null, Set.of(), Set.of(), evaluated, feasibleCount, Map.of(), scores);
    }

    private CycleResult failed(Status error, boolean diagnose) {
        return new CycleResult(
                null,
                error,
                "",
                Set.of(),
                Set.of(),
                feasibleCount + table.recorded(),
                feasibleCount,
                diagnose ? table.byName() : Map.of(),
                Map.of());
    }

    /** Fills the feasible nodes and the table. Gives null, a rejection for all nodes, or an error. */
    private @Nullable Status find(ProfileRunner runner, CycleState state, Pod pod) {
        long start = System.nanoTime();
        ProfileRunner.PreFiltered pre = runner.preFilter(state, pod, snapshot.nodes());
        told(runner, "PreFilter", pre.status().code(), start);
        narrowedBy = pre.narrowedBy();
        if (!pre.status().isSuccess()) {
            if (pre.status().isRejected()) {
                table.putOthers(pre.status());
            }
            return pre.status();
        }
        int nominated = snapshot.indexOf(pod.status().nominatedNodeName());
        if (nominated >= 0) {
            Status s = runner.filterWithNominated(state, pod, snapshot.at(nominated));
            if (s.isSuccess()) {
                feasible = grown(feasible, 1);
                feasible[0] = nominated;
                feasibleCount = 1;
                // As in kube-scheduler a failing extender here is not the end: the search over all nodes asks it again.
                if (extend(pod) == null && feasibleCount > 0) {
                    return null;
                }
                feasibleCount = 0;
                left = null;
                extendersRefused = false;
            } else if (s.isRejected()) {
                table.put(nominated, s);
                // Which kube-scheduler names among those that narrowed the search as well.
                if (!s.plugin().isEmpty()) {
                    narrowedBy = new TreeSet<>(narrowedBy);
                    narrowedBy.add(s.plugin());
                }
            }
        }
        int[] candidates = candidates(pre);
        long filtering = System.nanoTime();
        Status error = filterAll(runner, state, pod, candidates);
        told(runner, "Filter", error == null ? Code.Success : error.code(), filtering);
        nextStart = (nextStart + feasibleCount + table.recorded()) % snapshot.size();
        return error == null ? extend(pod) : error;
    }

    /** Leaves of the feasible nodes what the extenders leave. Gives an error or null. */
    private @Nullable Status extend(Pod pod) {
        if (extenders.isEmpty() || feasibleCount == 0) {
            return null;
        }
        Extenders.Passed passed = extenders.filter(pod, new NodeSnapshot.NodeList(feasibleNodes()));
        passed.refused().forEach((node, status) -> {
            int at = snapshot.indexOf(node);
            if (at >= 0) {
                table.put(at, status);
            }
        });
        if (passed.error() != null) {
            return passed.error();
        }
        extendersRefused = passed.nodes().size() != feasibleCount;
        left = passed.nodes();
        feasibleCount = left.size();
        return null;
    }

    /** The positions of the nodes that PreFilter left, or null for all. */
    private int @Nullable [] candidates(ProfileRunner.PreFiltered pre) {
        Set<String> names = pre.nodeNames();
        if (names == null) {
            return null;
        }
        table.putOthers(
                Status.unresolvable("", "node(s) didn't satisfy plugin(s) " + ProfileRunner.bracketed(narrowedBy)));
        int[] positions = new int[names.size()];
        int n = 0;
        for (String name : names) {
            int at = snapshot.indexOf(name);
            if (at >= 0) {
                positions[n++] = at;
            }
        }
        positions = Arrays.copyOf(positions, n);
        Arrays.sort(positions);
        return positions;
    }

    private @Nullable Status filterAll(ProfileRunner runner, CycleState state, Pod pod, int @Nullable [] candidates) {
        int n = candidates == null ? snapshot.size() : candidates.length;
        int own = runner.profile().percentageOfNodesToScore();
        boolean any = runner.profile().score().isEmpty() && !extenders.compare();
        int wanted = any ? 1 : NodesToFind.of(own >= 0 ? own : percentageOfNodesToScore, n);
        feasible = grown(feasible, Math.max(1, wanted));
        if (n == 0) {
            return null;
        }
        if (verdicts.length < n) {
            verdicts = new Status[n];
        }
        boolean filters = runner.hasFilters();
        int from = 0;
        while (from < n) {
            // Fewer can't end the search, so no node is filtered that one thread alone would not have come to.
            int count = Math.min(n - from, wanted + 1 - feasibleCount);
            if (filters) {
                judge(runner, state, pod, candidates, n, from, count);
            } else {
                Arrays.fill(verdicts, 0, count, Status.success());
            }
            for (int i = 0; i < count; i++) {
                Status s = verdicts[i];
                int at = position(candidates, n, from + i);
                if (s.isSuccess()) {
                    // The search ends when a node more than wanted is found, so refusals before it are recorded too.
                    if (feasibleCount == wanted) {
                        return null;
                    }
                    feasible[feasibleCount++] = at;
                } else if (s.isRejected()) {
                    table.put(at, s);
                } else {
                    return s;
                }
            }
            from += count;
        }
        return null;
    }

    /** Where in the snapshot the search comes to at its {@code i}th step. */
    private int position(int @Nullable [] candidates, int n, int i) {
        int k = (nextStart + i) % n;
        return candidates == null ? k : candidates[k];
    }

    private void judge(
            ProfileRunner runner, CycleState state, Pod pod, int @Nullable [] candidates, int n, int first, int count) {
        workers.each(count, (from, to) -> {
            for (int i = from; i < to; i++) {
                verdicts[i] = runner.filterWithNominated(state, pod, snapshot.at(position(candidates, n, first + i)));
            }
        });
    }

    private static int[] grown(int[] array, int size) {
        return array.length >= size ? array : new int[size];
    }

    private CycleResult unschedulable(
            ProfileRunner runner, CycleState state, Pod pod, @Nullable Status rejection, boolean diagnose) {
        Set<String> rejectors = new TreeSet<>(narrowedBy);
        if (extendersRefused) {
            rejectors.add(Extenders.PLUGIN);
        }
        Set<String> pending = new TreeSet<>();
        List<Status> statuses = table.all();
        for (Status s : statuses) {
            note(s, rejectors, pending);
        }
        String preFilter = "";
        if (rejection != null) {
            note(rejection, rejectors, pending);
            preFilter = rejection.message();
        }
        String postFilter = "";
        String nominated = "";
        if (!runner.profile().postFilter().isEmpty()) {
            long start = System.nanoTime();
            PostFilterResult r = runner.postFilter(state, pod, table);
            told(runner, "PostFilter", r.status().code(), start);
            postFilter = r.status().message();
            nominated = r.nominatedNode();
        }
        String message = FitMessage.of(snapshot.size(), preFilter, statuses, table.others(), postFilter);
        return new CycleResult(
                null,
                Status.unschedulable("", message),
                nominated,
                rejectors,
                pending,
                table.recorded(),
                0,
                diagnose ? table.byName() : Map.of(),
                Map.of());
    }

    private static void note(Status s, Set<String> rejectors, Set<String> pending) {
        if (!s.plugin().isEmpty() && s.isRejected()) {
            (s.code() == Code.Pending ? pending : rejectors).add(s.plugin());
        }
    }

    private Status score(
            ProfileRunner runner,
            CycleState state,
            Pod pod,
            NodeInfo[] nodes,
            @Nullable Map<String, Map<String, Long>> detail) {
        int n = nodes.length;
        if (totals.length < n) {
            totals = new long[n];
            ties = new int[n];
        }
        Arrays.fill(totals, 0, n, 0);
        List<ScorePlugin> plugins = runner.profile().score();
        if (plugins.isEmpty() && extenders.isEmpty()) {
            Arrays.fill(totals, 0, n, 1);
            return Status.success();
        }
        List<NodeInfo> list = new NodeSnapshot.NodeList(nodes);
        long start = System.nanoTime();
        Status pre = runner.preScore(state, pod, list);
        told(runner, "PreScore", pre.code(), start);
        if (!pre.isSuccess()) {
            return pre;
        }
        if (detail != null) {
            for (NodeInfo node : nodes) {
                detail.put(node.name(), new LinkedHashMap<>());
            }
        }
        boolean[] skipped = runner.skippedScores(state);
        scored = new long[skipped.length] @Nullable [];
        scoredNodes = nodes;
        for (int p = 0; p < skipped.length; p++) {
            if (skipped[p]) {
                continue;
            }
            ScorePlugin plugin = plugins.get(p);
            long[] scores = new long[n];
            runner.calls().scored(p, n);
            Status s = raw(plugin, state, pod, list, scores);
            if (!s.isSuccess()) {
                return s;
            }
            scored[p] = scores;
            long weight = runner.profile().weights().get(p);
            for (int i = 0; i < n; i++) {
                long score = scores[i];
                if (score > ScorePlugin.MAX_SCORE || score < ScorePlugin.MIN_SCORE) {
                    return Status.error(
                            plugin.name(),
                            "applying score defaultWeights on Score plugins: plugin \"" + plugin.name()
                                    + "\" returns an invalid score " + score + ", it should in the range of ["
                                    + ScorePlugin.MIN_SCORE + ", " + ScorePlugin.MAX_SCORE + "] after normalizing");
                }
                totals[i] += score * weight;
                if (detail != null) {
                    detail.computeIfAbsent(nodes[i].name(), name -> new LinkedHashMap<>())
                            .put(plugin.name(), score * weight);
                }
            }
        }
        if (!extenders.isEmpty()) {
            extenderScores(pod, nodes, list, detail);
        }
        return Status.success();
    }

    private void extenderScores(
            Pod pod, NodeInfo[] nodes, List<NodeInfo> list, @Nullable Map<String, Map<String, Long>> detail) {
        Map<String, Long> sums = new HashMap<>();
        boolean all = extenders.prioritize(pod, list, (extender, host, score) -> {
            sums.merge(host, score, Long::sum);
            Map<String, Long> byPlugin = detail == null ? null : detail.get(host);
            if (byPlugin != null) {
                byPlugin.merge(extender, score, Long::sum);
            }
        });
        for (int i = 0; i < nodes.length; i++) {
            Long sum = sums.get(nodes[i].name());
            totals[i] += sum == null ? 0 : sum;
            ties[i] = all || sum != null ? lots.getAsInt() : 0;
        }
    }

    /** Why the last run refused nodes. */
    public NodeRefusals refusals() {
        return table.copy();
    }

    /** How the last run scored nodes, for {@link KeptScores#MOST} of them; of none where nothing was scored. */
    public ScoreTable scores(ProfileRunner runner) {
        return scoredNodes.length == 0
                ? ScoreTable.NONE
                : KeptScores.of(runner.profile(), scoredNodes, scored, totals, winner);
    }

    private Status raw(ScorePlugin plugin, CycleState state, Pod pod, List<NodeInfo> nodes, long[] scores) {
        Stopwatch watch = ProfileRunner.watch(state);
        try {
            long begin = watch.begin();
            workers.each(scores.length, (from, to) -> {
                for (int i = from; i < to; i++) {
                    scores[i] = plugin.score(state, pod, nodes.get(i));
                }
            });
            watch.end(begin, plugin.name(), "Score", Status.success(), scores.length);
            ScoreExtensions extensions = plugin.scoreExtensions();
            if (extensions == null) {
                return Status.success();
            }
            long normalizing = watch.begin();
            Status s = extensions.normalizeScore(state, pod, nodes, scores);
            watch.end(normalizing, plugin.name(), "ScoreExtensionNormalize", s);
            return s.isSuccess()
                    ? s
                    : Status.error(
                            plugin.name(),
                            "running Normalize on Score plugins: plugin \"" + plugin.name() + "\" failed with: "
                                    + s.message());
        } catch (RuntimeException e) {
            return Status.error(
                    plugin.name(),
                    new PluginFailure(
                            "running Score plugins: plugin \"" + plugin.name() + "\" failed with: " + e.getMessage(),
                            e));
        }
    }

    /** Ends the threads. */
    @Override
    public void close() {
        workers.close();
    }
}
