package dev.customscheduler.engine.attempts;

import java.util.List;

/**
 * The weighted scores of the best nodes of one attempt. Immutable; its arrays are given up by whoever makes it.
 *
 * <p>It holds at most so many nodes as were asked for, whatever the size of the cluster.
 */
public final class ScoreTable {
    /** Of no nodes: nothing was scored. */
    public static final ScoreTable NONE = new ScoreTable(List.of(), new String[0], new long[0], new long[0]);

    private final List<String> plugins;
    private final String[] nodes;
    private final long[] totals;
    private final long[] scores;

    /**
     * A table.
     *
     * @param plugins the plugins that scored
     * @param nodes the nodes' names, the best first
     * @param totals each node's sum, the extenders' part in it
     * @param scores the plugins' weighted scores, node by node
     */
    public ScoreTable(List<String> plugins, String[] nodes, long[] totals, long[] scores) {
        this.plugins = plugins;
        this.nodes = nodes;
        this.totals = totals;
        this.scores = scores;
    }

    /** The plugins that scored. */
    public List<String> plugins() {
        return plugins;
    }

    /** The number of nodes. */
    public int size() {
        return nodes.length;
    }

    /** How many numbers it holds. */
    public int cells() {
        return totals.length + scores.length;
    }

    /** The name of the node at {@code i}, the best first. */
    public String node(int i) {
        return nodes[i];
    }

    /** The node's sum, that of the extenders in it. */
    public long total(int i) {
        return totals[i];
    }

    /** The weighted score that the plugin at {@code p} gave the node at {@code i}. */
    public long score(int i, int p) {
        return scores[i * plugins.size() + p];
    }

    /** What extenders added to the node's sum. */
    public long extenders(int i) {
        long rest = totals[i];
        for (int p = 0; p < plugins.size(); p++) {
            rest -= score(i, p);
        }
        return rest;
    }
}
