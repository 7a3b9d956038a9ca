package dev.customscheduler.config.args;

import java.util.List;
import java.util.Optional;

/**
 * {@code core/v1} NodeAffinity.
 *
 * @param required terms of the required node selector, any of which suffices; empty optional where there is no selector
 */
public record NodeAffinityTerms(Optional<List<NodeSelectorTerm>> required, List<PreferredSchedulingTerm> preferred) {
    public NodeAffinityTerms {
        required = required.map(List::copyOf);
        preferred = List.copyOf(preferred);
    }
}
