package dev.customscheduler.engine.parity;

import dev.customscheduler.engine.Chance;
import dev.customscheduler.engine.PreemptionCandidate;
import dev.customscheduler.framework.NodeInfo;
import dev.customscheduler.framework.model.Pod;
import dev.customscheduler.testbed.oracle.DryRun;
import dev.customscheduler.testbed.oracle.PodPlacement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Lets the engine go where chance led the oracle, as far as it is chance: the order in which preemption tries nodes,
 * and which one of those it takes that are equal in every respect that counts. Anything else that the oracle did and
 * the engine may not is a difference.
 */
final class OracleChance implements Chance {
    private final Map<String, PodPlacement> theirs = new HashMap<>();
    private final Map<String, List<DryRun>> candidates = new HashMap<>();
    private final List<String> differences = new ArrayList<>();

    OracleChance(List<PodPlacement> placements) {
        placements.forEach(p -> theirs.put(p.pod(), p));
    }

    @Override
    public int lot() {
        throw new IllegalStateException("there are no extenders");
    }

    @Override
    public List<NodeInfo> dryRunOrder(Pod preemptor, List<NodeInfo> nodes) {
        Map<String, NodeInfo> left = new LinkedHashMap<>();
        nodes.forEach(node -> left.put(node.name(), node));
        List<NodeInfo> order = new ArrayList<>();
        for (DryRun run : dryRuns(preemptor)) {
            NodeInfo node = left.remove(run.node());
            if (node == null) {
                differences.add(
                        preemptor.key() + " tries preemption on " + run.node() + "\n    theirs: yes\n    ours:   no");
            } else {
                order.add(node);
            }
        }
        order.addAll(left.values());
        return order;
    }

    @Override
    public void tried(Pod preemptor, PreemptionCandidate c) {
        candidates
                .computeIfAbsent(preemptor.key(), pod -> new ArrayList<>())
                .add(new DryRun(c.node(), c.victims().stream().map(Pod::key).toList(), c.violations(), ""));
    }

    @Override
    public PreemptionCandidate pick(Pod preemptor, List<PreemptionCandidate> best) {
        PodPlacement their = theirs.get(preemptor.key());
        String chosen = their == null ? null : their.nominatedNode();
        for (PreemptionCandidate c : best) {
            if (c.node().equals(chosen)) {
                return c;
            }
        }
        differences.add(preemptor.key() + " preempts on\n    theirs: " + chosen + "\n    ours:   one of "
                + best.stream().map(PreemptionCandidate::node).toList());
        return best.getFirst();
    }

    /** The dry runs of the oracle for a pod. */
    private List<DryRun> dryRuns(Pod pod) {
        PodPlacement their = theirs.get(pod.key());
        return their == null ? List.of() : their.dryRuns();
    }

    /** The candidates that the engine found for the pod of that key. */
    List<DryRun> candidates(String pod) {
        return candidates.getOrDefault(pod, List.of());
    }

    /** Where the oracle's choice was not one that chance could have led to. */
    List<String> differences() {
        return differences;
    }
}
