package dev.customscheduler.engine.cycle;

/** After how many feasible nodes the search ends. */
final class NodesToFind {
    private static final int ENOUGH = 100;
    private static final int LOWEST_PERCENTAGE = 5;

    private NodesToFind() {}

    /**
     * The number.
     *
     * @param percentage what the profile or the configuration says; 0 adapts to the size of the cluster
     * @param nodes the nodes that come into question
     */
    static int of(int percentage, int nodes) {
        if (nodes < ENOUGH) {
            return nodes;
        }
        int part = percentage;
        if (part == 0) {
            part = Math.max(LOWEST_PERCENTAGE, 50 - nodes / 125);
        }
        return Math.max(ENOUGH, (int) ((long) nodes * part / 100));
    }
}
