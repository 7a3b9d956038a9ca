package dev.customscheduler.framework.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A pod's wishes about its node.
 *
 * @param required what the node must satisfy, or null
 * @param preferred what adds to a node's score
 */
public record NodeAffinity(@Nullable NodeSelector required, List<Preferred> preferred) {

    /**
     * A preference.
     *
     * @param weight what a matching node gains, 1 to 100
     * @param term what the node should satisfy; an empty one matches no node
     */
    public record Preferred(int weight, NodeSelectorTerm term) {}
}
