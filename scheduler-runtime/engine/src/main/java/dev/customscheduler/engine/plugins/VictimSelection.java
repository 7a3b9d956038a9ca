package dev.customscheduler.engine.plugins;

import dev.customscheduler.engine.PreemptionCandidate;
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
    private static final Status NO_VICTIMS =
            Status.unresolvable(DefaultPreemption.NAME, "No preemption victims found for incoming pod");

    private final PluginContext context;

    VictimSelection(PluginContext context) {
        this.context = context;
    }

    /**
     * A pod that may have to leave.
     *
     * @param start since when it runs; of pods that did not start yet the one that came to the node first is the older
     */
    private record Victim(Pod pod, long start) {
        /** The higher priority first, then who runs longer. */
        static final Comparator<Victim> MORE_IMPORTANT = Comparator.<Victim>comparingInt(
                        v -> v.pod().priority())
                .reversed()
                .thenComparingLong(Victim::start);

        static Victim of(NodeInfo node, int at) {
            Pod pod = node.pod(at);
            long time = pod.status().startTime();
            return new Victim(pod, time == 0 ? Long.MAX_VALUE - node.podCount() + at : time);
        }
    }

    /** A candidate, or why there is none. */
    record Outcome(@Nullable PreemptionCandidate candidate, Status status) {}

    static long start(Pod pod) {
        long time = pod.status().startTime();
        return time == 0 ? Long.MAX_VALUE : time;
    }

    Outcome onNode(CycleState state, Pod pod, NodeInfo node) {
        List<Victim> lower = new ArrayList<>();
        for (int i = 0; i < node.podCount(); i++) {
            if (node.pod(i).priority() < pod.priority()) {
                lower.add(Victim.of(node, i));
            }
        }
        if (lower.isEmpty()) {
            return new Outcome(null, NO_VICTIMS);
        }
        Trial trial = new Trial(state, pod, node);
        for (Victim other : lower) {
            trial.remove(other.pod());
        }
        Status fits = trial.fits();
        if (!fits.isSuccess()) {
            return new Outcome(null, fits);
        }
        GoSort.sort(lower, Victim.MORE_IMPORTANT);
        List<Victim> violating = new ArrayList<>();
        List<Victim> others = new ArrayList<>();
        split(lower, violating, others);
        List<Victim> victims = new ArrayList<>();
        for (Victim other : violating) {
            trial.reprieve(other, victims);
        }
        int violations = victims.size();
        for (Victim other : others) {
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
        if (!violating.isEmpty() && !others.isEmpty()) {
            GoSort.sort(victims, Victim.MORE_IMPORTANT);
        }
        List<Pod> pods = new ArrayList<>();
        victims.forEach(v -> pods.add(v.pod()));
        return new Outcome(new PreemptionCandidate(node.name(), pods, violations), Status.success());
    }

    /** Splits pods by whether their eviction breaks a budget, each eviction using it up further. */
    private void split(List<Victim> pods, List<Victim> violating, List<Victim> others) {
        List<DisruptionBudget> budgets = context.objects().disruptionBudgets();
        int[] allowed = new int[budgets.size()];
        for (int i = 0; i < allowed.length; i++) {
            allowed[i] = budgets.get(i).disruptionsAllowed();
        }
        for (Victim v : pods) {
            (breaks(v.pod(), budgets, allowed) ? violating : others).add(v);
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

        void reprieve(Victim other, List<Victim> victims) {
            add(other.pod());
            if (!fits().isSuccess()) {
                remove(other.pod());
                victims.add(other);
            }
        }
    }
}
