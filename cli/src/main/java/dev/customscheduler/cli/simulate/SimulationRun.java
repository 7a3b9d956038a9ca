package dev.customscheduler.cli.simulate;

import dev.customscheduler.config.ConfigurationResult;
import dev.customscheduler.engine.AttemptResult;
import dev.customscheduler.engine.AttemptResult.Outcome;
import dev.customscheduler.engine.cache.ClusterCache;
import dev.customscheduler.engine.profile.PluginRegistry;
import dev.customscheduler.engine.simulation.Simulation;
import dev.customscheduler.framework.NodeInfo;
import dev.customscheduler.framework.model.Pod;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** One simulation from its input to its result. The engine decides; nothing here knows how. */
final class SimulationRun {
    private SimulationRun() {}

    /**
     * What came of it.
     *
     * @param nodes in order of name, with the pods that are on them in the end
     * @param missingPlugins default plugins that the configuration has enabled and the engine lacks
     */
    record Result(List<NodeInfo> nodes, Set<String> missingPlugins) {}

    /**
     * Tries the pods.
     *
     * @param accepted what the scheduler is configured with
     * @param input the cluster
     * @param retry whether pods without a node are tried again, for as long as anything changes
     * @param diagnosed of which pods each node's refusal and scores are wanted; of all pods of a large cluster they are
     *     far more than fits into memory, so what is given to {@code sink} should not be kept
     * @param sink is given the last attempt of each pending pod, in file order; at once where nothing is tried again
     * @return what else came of it
     * @throws IOException when an object of the input is malformed, or {@code sink} cannot write
     * @throws IllegalArgumentException when the engine cannot run the configuration; the message is for users
     */
    static Result of(
            ConfigurationResult.Accepted accepted,
            SimulationInput input,
            boolean retry,
            Predicate<Pod> diagnosed,
            Sink sink)
            throws IOException {
        try (Simulation simulation = new Simulation(
                accepted.configuration(), accepted.profiles(), PluginRegistry.builtIn(), input.objects())) {
            if (retry) {
                for (AttemptResult attempt : untilNothingChanges(simulation, diagnosed)) {
                    sink.accept(attempt);
                }
            } else {
                for (Pod pod : simulation.pending()) {
                    sink.accept(simulation.attempt(pod, diagnosed.test(pod)));
                }
            }
            return new Result(
                    nodes(simulation.scheduler().cache()),
                    simulation.scheduler().missingPlugins());
        }
    }

    /** Takes results one after another. */
    interface Sink {
        void accept(AttemptResult attempt) throws IOException;
    }

    private static Collection<AttemptResult> untilNothingChanges(Simulation simulation, Predicate<Pod> diagnosed) {
        Map<String, AttemptResult> last = new LinkedHashMap<>();
        List<Pod> open = simulation.pending();
        boolean changed = true;
        while (changed) {
            changed = false;
            List<Pod> left = new ArrayList<>();
            for (Pod pod : open) {
                AttemptResult attempt = simulation.attempt(pod, diagnosed.test(pod));
                boolean placed = attempt.outcome() == Outcome.SCHEDULED;
                changed |= placed || !attempt.victims().isEmpty();
                if (!placed) {
                    left.add(pod);
                }
                last.merge(pod.uid(), attempt, SimulationRun::withEarlierVictims);
            }
            open = left;
        }
        return last.values();
    }

    private static List<NodeInfo> nodes(ClusterCache cache) {
        List<NodeInfo> nodes = new ArrayList<>();
        for (String name : cache.nodeNames().stream().sorted().toList()) {
            NodeInfo node = cache.node(name);
            if (node != null) {
                nodes.add(node);
            }
        }
        return nodes;
    }

    /** A pod that found its place in a later round shows what was preempted for it in an earlier one. */
    private static AttemptResult withEarlierVictims(AttemptResult earlier, AttemptResult later) {
        if (earlier.victims().isEmpty()) {
            return later;
        }
        List<String> victims = new ArrayList<>(earlier.victims());
        victims.addAll(later.victims());
        return later.withVictims(victims);
    }
}
