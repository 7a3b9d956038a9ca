package dev.customscheduler.config.args;

/** How many candidate nodes preemption tries: the percentage of all nodes, but at least the absolute number. */
public record DefaultPreemptionArgs(int minCandidateNodesPercentage, int minCandidateNodesAbsolute)
        implements PluginArgs {
    @Override
    public String kind() {
        return "DefaultPreemptionArgs";
    }
}
