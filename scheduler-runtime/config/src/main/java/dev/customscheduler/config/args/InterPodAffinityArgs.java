package dev.customscheduler.config.args;

/**
 * Arguments of InterPodAffinity.
 *
 * @param hardPodAffinityWeight 0 to 100: what an existing pod's required affinity adds to the score
 */
public record InterPodAffinityArgs(int hardPodAffinityWeight, boolean ignorePreferredTermsOfExistingPods)
        implements PluginArgs {
    @Override
    public String kind() {
        return "InterPodAffinityArgs";
    }
}
