package dev.customscheduler.engine.plugins;

import dev.customscheduler.engine.objects.DisruptionBudget;
import dev.customscheduler.engine.profile.PluginContext;
import dev.customscheduler.framework.CycleState;
import dev.customscheduler.framework.NodeInfo;
import dev.customscheduler.framework.Status;
import dev.customscheduler.framework.model.Pod;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which pods would have to leave a node. All pods of lower priority are taken away; if the pod fits then, they are
 * given back one after another, the more important first, those whose budget would break before all others, as long as
 * the pod still fits.
 */
final class VictimSelection {
    /** The higher priority first, then who runs longer; a pod that did not start yet counts as the youngest. */
    static final Comparator<Pod> MORE_IMPORTANT =
            Comparator.comparingInt(Pod::priority).reversed().thenComparingLong(VictimSelection::start);

    private static final Status NO_VICTIMS =
            Status.unresolvable(DefaultPreemption.NAME, "No preemption victims found for incoming pod");

    private final PluginContext context;

    VictimSelection(PluginContext context) {
        this.context = context;
    }

    /**
     * A node with the pods that would have to leave.
     *
     * @param node the node's name
     * @param victims the pods, the most important first
     * @param violations how many of them break a budget
     */
    record Candidate(String node, List<Pod> victims, int violations) {}

    /** A candidate, or why there is none. */
    record Outcome(@Nullable Candidate candidate, Status status) {}

    static long start(Pod pod) {
        long time = pod.status().startTime();
        return time == 0 ? Long.MAX_VALUE : time;
    }

    Outcome onNode(CycleState state, Pod pod, NodeInfo node) {
        List<Pod> lower = new ArrayList<>();
        for (Pod other : node.pods()) {
            if (other.priority() < pod.priority()) {
                lower.add(other);
            }
        }
        if (lower.isEmpty()) {
            return new Outcome(null, NO_VICTIMS);
        }
        Trial trial = new Trial(state, pod, node);
        for (Pod other : lower) {
            trial.remove(other);
        }
        Status fits = trial.fits();
        if (!fits.isSuccess()) {
            return new Outcome(null, fits);
        }
        lower.sort(MORE_IMPORTANT);
        List<Pod> violating = new ArrayList<>();
        List<Pod> others = new ArrayList<>();
        split(lower, violating, others);
        List<Pod> victims = new ArrayList<>();
        for (Pod other : violating) {
            trial.reprieve(other, victims);
        }
        int violations = victims.size();
        for (Pod other : others) {
            trial.reprieve(other, victims);
        }
        if (trial.error != null) {
            return new Outcome(null, trial.error);
        }
        if (victims.isEmpty()) {
            return new Outcome(
                    null,
                    Status.error(
                            DefaultPreemption.NAME,
                            "expected at least one victim pod on node \"" + node.name() + "\""));
        }
        victims.sort(MORE_IMPORTANT);
        return new Outcome(new Candidate(node.name(), List.copyOf(victims), violations), Status.success());
    }

    /** Splits pods by whether their eviction breaks a budget, each eviction using it up further. */
    private void split(List<Pod> pods, List<Pod> violating, List<Pod> others) {
        List<DisruptionBudget> budgets = context.objects().disruptionBudgets();
        int[] allowed = new int[budgets.size()];
        for (int i = 0; i < allowed.length; i++) {
            allowed[i] = budgets.get(i).disruptionsAllowed();
        }
        for (Pod pod : pods) {
            (breaks(pod, budgets, allowed) ? violating : others).add(pod);
        }
    }

    private static boolean breaks(Pod pod, List<DisruptionBudget> budgets, int[] allowed) {
        if (pod.labels().size() == 0) {
            return false;
        }
        for (int i = 0; i < allowed.length; i++) {
            if (budgets.get(i).covers(pod) && --allowed[i] < 0) {
                return true;
            }
        }
        return false;
    }

    /** A node whose pods come and go as an experiment. */
    private final class Trial {
        private final CycleState state;
        private final Pod pod;
        private NodeInfo node;
        private @Nullable Status error;

        Trial(CycleState state, Pod pod, NodeInfo node) {
            this.state = state;
            this.pod = pod;
            this.node = node;
        }

        void remove(Pod other) {
            node = node.withoutPod(other);
            note(context.handle().runPreFilterRemovePod(state, pod, other, node));
        }

        private void add(Pod other) {
            node = node.withPod(other);
            note(context.handle().runPreFilterAddPod(state, pod, other, node));
        }

        private void note(Status s) {
            if (!s.isSuccess() && error == null) {
                error = Status.error(s.plugin(), s.message());
            }
        }

        Status fits() {
            return error == null ? context.handle().runFiltersWithNominatedPods(state, pod, node) : error;
        }

        void reprieve(Pod other, List<Pod> victims) {
            add(other);
            if (!fits().isSuccess()) {
                remove(other);
                victims.add(other);
            }
        }
    }
}
