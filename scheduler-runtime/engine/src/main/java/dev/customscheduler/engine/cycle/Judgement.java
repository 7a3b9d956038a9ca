package dev.customscheduler.engine.cycle;

import dev.customscheduler.engine.attempts.NodeRefusals;
import dev.customscheduler.engine.cache.NodeSnapshot;
import dev.customscheduler.framework.CycleState;
import dev.customscheduler.framework.Status;
import dev.customscheduler.framework.model.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What every node says to a pod, past the search that ends early and without any consequence.
 *
 * @param gate the refusal of a PreEnqueue plugin, or Success
 * @param preFilter the refusal that holds for all nodes, or Success; an Error where a plugin failed
 * @param feasible the nodes that would take the pod, in the order of the search
 * @param refusals what the others say
 */
public record Judgement(Status gate, Status preFilter, List<String> feasible, NodeRefusals refusals) {

    /** Asks all nodes of {@code snapshot}. */
    public static Judgement of(ProfileRunner runner, NodeSnapshot snapshot, Pod pod) {
        Status gate = runner.preEnqueue(pod);
        if (!gate.isSuccess()) {
            return new Judgement(gate, Status.success(), List.of(), NodeRefusals.NONE);
        }
        CycleState state = new CycleState();
        ProfileRunner.PreFiltered pre = runner.preFilter(state, pod, snapshot.nodes());
        String[] names = new String[snapshot.size()];
        Status[] statuses = new Status[names.length];
        List<String> feasible = new ArrayList<>();
        for (int i = 0; i < names.length; i++) {
            names[i] = snapshot.at(i).name();
            statuses[i] = pre.status().isSuccess() ? one(runner, state, pre, snapshot, i, pod) : pre.status();
            if (statuses[i].isSuccess()) {
                feasible.add(names[i]);
            }
        }
        return new Judgement(gate, pre.status(), feasible, new NodeRefusals(names, statuses, Status.success()));
    }

    /** Asks one node of {@code snapshot}; the first refusal, or Success. */
    public static Status of(ProfileRunner runner, NodeSnapshot snapshot, Pod pod, String node) {
        Status gate = runner.preEnqueue(pod);
        if (!gate.isSuccess()) {
            return gate;
        }
        int at = snapshot.indexOf(node);
        if (at < 0) {
            return Status.unresolvable("", "no such node");
        }
        CycleState state = new CycleState();
        ProfileRunner.PreFiltered pre = runner.preFilter(state, pod, snapshot.nodes());
        return pre.status().isSuccess() ? one(runner, state, pre, snapshot, at, pod) : pre.status();
    }

    private static Status one(
            ProfileRunner runner,
            CycleState state,
            ProfileRunner.PreFiltered pre,
            NodeSnapshot snapshot,
            int at,
            Pod pod) {
        @Nullable Set<String> named = pre.nodeNames();
        if (named != null && !named.contains(snapshot.at(at).name())) {
            return Status.unresolvable(
                    pre.narrowedBy().size() == 1 ? pre.narrowedBy().iterator().next() : "",
                    "node(s) didn't satisfy plugin(s) " + ProfileRunner.bracketed(pre.narrowedBy()));
        }
        return runner.filterWithNominated(state, pod, snapshot.at(at));
    }
}
