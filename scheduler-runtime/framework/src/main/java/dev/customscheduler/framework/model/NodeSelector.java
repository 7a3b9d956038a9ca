package dev.customscheduler.framework.model;

import java.util.List;

/**
 * A node selector: any one of its terms must match.
 *
 * @param terms the alternatives
 */
public record NodeSelector(List<NodeSelectorTerm> terms) {

    /** Whether {@code node} satisfies one of the terms. */
    public boolean matches(Node node) {
        for (int i = 0; i < terms.size(); i++) {
            if (terms.get(i).matches(node)) {
                return true;
            }
        }
        return false;
    }
}
