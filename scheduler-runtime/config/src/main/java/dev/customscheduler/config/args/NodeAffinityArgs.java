package dev.customscheduler.config.args;

import java.util.Optional;

/** Node affinity that is added to every pod's own. */
public record NodeAffinityArgs(Optional<NodeAffinityTerms> addedAffinity) implements PluginArgs {
    @Override
    public String kind() {
        return "NodeAffinityArgs";
    }
}
