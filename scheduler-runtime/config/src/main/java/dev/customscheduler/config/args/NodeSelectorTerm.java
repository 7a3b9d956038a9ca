package dev.customscheduler.config.args;

import java.util.List;

/** {@code core/v1} NodeSelectorTerm: all requirements of both lists hold. A term without any matches nothing. */
public record NodeSelectorTerm(
        List<NodeSelectorRequirement> matchExpressions, List<NodeSelectorRequirement> matchFields) {
    public NodeSelectorTerm {
        matchExpressions = List.copyOf(matchExpressions);
        matchFields = List.copyOf(matchFields);
    }
}
