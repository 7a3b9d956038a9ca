package dev.customscheduler.engine;

import dev.customscheduler.framework.model.Pod;
import java.util.List;

/**
 * A node with the pods that would have to leave it.
 *
 * @param node the node's name
 * @param victims the pods, at least one, the most important first
 * @param violations how many of them break a budget
 */
public record PreemptionCandidate(String node, List<Pod> victims, int violations) {
    /** Copies the list. */
    public PreemptionCandidate {
        victims = List.copyOf(victims);
    }
}
