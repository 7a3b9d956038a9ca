package dev.customscheduler.engine.plugins;

import dev.customscheduler.framework.NodeInfo;
import dev.customscheduler.framework.ScorePlugin;
import dev.customscheduler.framework.model.Node;
import dev.customscheduler.framework.model.Pod;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The soft constraints of a pod with the counts of their domains. A node's raw score is the sum over the constraints of
 * count times ln(domains + 2) plus maxSkew - 1, rounded: the lower, the better.
 */
final class SpreadScoring {
    private final List<SpreadConstraint> constraints;
    private final Map<String, long[]>[] counts;
    private final double[] weights;
    private final Set<String> ignored;

    private SpreadScoring(
            List<SpreadConstraint> constraints, Map<String, long[]>[] counts, double[] weights, Set<String> ignored) {
        this.constraints = constraints;
        this.counts = counts;
        this.weights = weights;
        this.ignored = ignored;
    }

    /**
     * Counts.
     *
     * @param feasible the nodes to score: their domains are those that count
     * @param all all nodes: their pods are counted
     * @param needAllKeys whether a node that lacks a key is left out; else its domain is the empty string
     */
    static SpreadScoring of(
            Pod pod,
            List<SpreadConstraint> constraints,
            List<NodeInfo> feasible,
            List<NodeInfo> all,
            boolean needAllKeys) {
        int n = constraints.size();
        Map<String, long[]>[] counts = maps(n);
        Set<String> ignored = new HashSet<>();
        for (int f = 0; f < feasible.size(); f++) {
            Node node = feasible.get(f).node();
            if (needAllKeys && !SpreadConstraint.hasAllKeys(node, constraints)) {
                ignored.add(node.name());
                continue;
            }
            for (int i = 0; i < n; i++) {
                if (!isHost(constraints.get(i))) {
                    counts[i].computeIfAbsent(domain(constraints.get(i), node), d -> new long[1]);
                }
            }
        }
        double[] weights = new double[n];
        for (int i = 0; i < n; i++) {
            int size = isHost(constraints.get(i)) ? feasible.size() - ignored.size() : counts[i].size();
            weights[i] = GoLog.log(size + 2);
        }
        SpreadScoring scoring = new SpreadScoring(constraints, counts, weights, ignored);
        scoring.count(pod, all, needAllKeys);
        return scoring;
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // arrays of generic types cannot be made otherwise
    private static Map<String, long[]>[] maps(int n) {
        Map<String, long[]>[] maps = new Map[n];
        for (int i = 0; i < n; i++) {
            maps[i] = new HashMap<>();
        }
        return maps;
    }

    private void count(Pod pod, List<NodeInfo> all, boolean needAllKeys) {
        for (int a = 0; a < all.size(); a++) {
            NodeInfo node = all.get(a);
            if (needAllKeys && !SpreadConstraint.hasAllKeys(node.node(), constraints)) {
                continue;
            }
            for (int i = 0; i < counts.length; i++) {
                SpreadConstraint c = constraints.get(i);
                if (isHost(c) || !c.includes(pod, node.node())) {
                    continue;
                }
                long[] count = counts[i].get(domain(c, node.node()));
                if (count != null) {
                    count[0] += c.count(node, pod.namespace());
                }
            }
        }
    }

    private static boolean isHost(SpreadConstraint c) {
        return c.key().equals(SpreadConstraint.HOSTNAME);
    }

    private static String domain(SpreadConstraint c, Node node) {
        String value = node.labels().get(c.key());
        return value == null ? "" : value;
    }

    long score(NodeInfo node, String namespace) {
        if (!ignored.isEmpty() && ignored.contains(node.name())) {
            return 0;
        }
        double score = 0;
        for (int i = 0; i < counts.length; i++) {
            SpreadConstraint c = constraints.get(i);
            String domain = node.node().labels().get(c.key());
            if (domain == null) {
                continue;
            }
            long count;
            if (isHost(c)) {
                count = c.count(node, namespace);
            } else {
                long[] counted = counts[i].get(domain);
                count = counted == null ? 0 : counted[0];
            }
            score += (double) count * weights[i] + (double) (c.maxSkew() - 1);
        }
        return Math.round(score);
    }

    void normalize(List<NodeInfo> nodes, long[] scores) {
        long min = Long.MAX_VALUE;
        long max = 0;
        for (int i = 0; i < scores.length; i++) {
            if (!ignored.contains(nodes.get(i).name())) {
                min = Math.min(min, scores[i]);
                max = Math.max(max, scores[i]);
            }
        }
        for (int i = 0; i < scores.length; i++) {
            if (ignored.contains(nodes.get(i).name())) {
                scores[i] = 0;
            } else {
                scores[i] = max == 0 ? ScorePlugin.MAX_SCORE : ScorePlugin.MAX_SCORE * (max + min - scores[i]) / max;
            }
        }
    }
}
