package dev.customscheduler.testbed.oracle;

import java.util.SortedMap;
import java.util.SortedSet;

/**
 * Where the pods of a scheduler wait after a step.
 *
 * @param pods by namespace and name; pods that have a node are absent
 * @param metrics by how much the step changed the metrics of the queue, by name and labels; of histograms, the number
 *     of observations
 */
public record QueueState(SortedMap<String, Waiting> pods, SortedMap<String, Double> metrics) {

    /**
     * How one pod waits.
     *
     * @param queue {@code active}, {@code backoff}, {@code unschedulable}, {@code gated} or {@code in flight}
     * @param plugins the plugins that refused it
     * @param pending the plugins that set something going for it
     */
    public record Waiting(String queue, SortedSet<String> plugins, SortedSet<String> pending) {}
}
