package dev.customscheduler.framework.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One alternative of a node selector: all its expressions and fields must match. A term with neither matches no node.
 *
 * @param matchExpressions conditions on the node's labels
 * @param matchFields conditions on the node's fields, of which {@code metadata.name} is the only one
 * @param error why the term cannot be understood, or null; such a term matches no node
 */
public record NodeSelectorTerm(
        List<Requirement> matchExpressions,
        List<Requirement> matchFields,
        @Nullable String error) {

    /** Whether the term is empty, so that it matches no node. */
    public boolean isEmpty() {
        return matchExpressions.isEmpty() && matchFields.isEmpty();
    }

    /** Whether {@code node} satisfies the term. */
    public boolean matches(Node node) {
        if (isEmpty() || error != null) {
            return false;
        }
        for (int i = 0; i < matchExpressions.size(); i++) {
            if (!matchExpressions.get(i).matches(node.metadata().labels())) {
                return false;
            }
        }
        for (int i = 0; i < matchFields.size(); i++) {
            Requirement r = matchFields.get(i);
            if (!r.key().equals("metadata.name") || !r.matchesValue(node.name())) {
                return false;
            }
        }
        return true;
    }
}
