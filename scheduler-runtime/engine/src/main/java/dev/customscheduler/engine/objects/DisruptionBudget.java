package dev.customscheduler.engine.objects;

import dev.customscheduler.framework.model.LabelSelector;
import dev.customscheduler.framework.model.Pod;
import java.util.Set;

/**
 * A PodDisruptionBudget.
 *
 * @param namespace its namespace
 * @param name its name
 * @param selector which pods it protects
 * @param disruptionsAllowed how many may be evicted now
 * @param disruptedPods names of pods whose eviction is counted already
 */
public record DisruptionBudget(
        String namespace, String name, LabelSelector selector, int disruptionsAllowed, Set<String> disruptedPods) {

    /** Whether the eviction of {@code pod} uses the budget up. */
    public boolean covers(Pod pod) {
        return namespace.equals(pod.namespace())
                && !selector.isEverything()
                && selector.matches(pod.labels())
                && !disruptedPods.contains(pod.name());
    }
}
