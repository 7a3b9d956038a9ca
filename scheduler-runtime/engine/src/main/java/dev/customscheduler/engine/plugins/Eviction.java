package dev.customscheduler.engine.plugins;

import dev.customscheduler.engine.ClusterWriteException;
import dev.customscheduler.engine.PreemptionCandidate;
import dev.customscheduler.engine.profile.PluginContext;
import dev.customscheduler.framework.ApiResult;
import dev.customscheduler.framework.Cluster;
import dev.customscheduler.framework.Cluster.PodEvent;
import dev.customscheduler.framework.Cluster.StatusPatch;
import dev.customscheduler.framework.WaitingPod;
import dev.customscheduler.framework.model.Pod;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Evicts the victims of a preemption beside the scheduling of other pods. The preemptor is held back until the last
 * deletion is on its way: the event of that deletion wakes it.
 */
final class Eviction {
    private final PluginContext context;
    private final Set<String> underWay = ConcurrentHashMap.newKeySet();

    Eviction(PluginContext context) {
        this.context = context;
    }

    boolean isUnderWay(String uid) {
        return underWay.contains(uid);
    }

    void start(Pod preemptor, PreemptionCandidate candidate) {
        context.observer().preemption(candidate.victims().size());
        List<Pod> victims =
                candidate.victims().stream().filter(v -> !v.isTerminating()).toList();
        if (victims.isEmpty()) {
            return;
        }
        underWay.add(preemptor.uid());
        context.background().execute(() -> run(preemptor, candidate.node(), victims));
    }

    private void run(Pod preemptor, String node, List<Pod> victims) {
        boolean failed = false;
        boolean unseen = false;
        try {
            for (Pod nominated : context.handle().nominatedPods(node)) {
                boolean lower = nominated.priority() < preemptor.priority();
                if (lower && !nominated.status().nominatedNodeName().isEmpty()) {
                    context.handle().cluster().patchStatus(nominated, new StatusPatch(null, "", null));
                }
            }
            for (int i = 0; i < victims.size(); i++) {
                if (i == victims.size() - 1 && !failed) {
                    underWay.remove(preemptor.uid());
                }
                Fate fate = evict(preemptor, node, victims.get(i));
                failed |= fate == Fate.KEPT;
                unseen = fate == Fate.SENT_BACK;
            }
        } finally {
            underWay.remove(preemptor.uid());
            // A pod that is only sent back is not deleted, so no event would wake the preemptor.
            if (failed || unseen) {
                context.handle().activate(preemptor.uid());
            }
        }
    }

    private enum Fate {
        DELETED,
        /** It had a node in this scheduler's mind only. */
        SENT_BACK,
        /** The API server refused. */
        KEPT
    }

    /** Evicts one pod. A pod that waits for Permit plugins is sent back instead. */
    private Fate evict(Pod preemptor, String node, Pod victim) {
        Cluster cluster = context.handle().cluster();
        WaitingPod waiting = context.handle().waitingPod(victim.uid());
        String note = "Preempted by pod " + preemptor.uid() + " on node " + node;
        boolean sentBack = waiting != null && waiting.preempt(DefaultPreemption.NAME, "preempted");
        if (sentBack) {
            note += " (in kube-scheduler memory).";
        } else {
            String why = preemptor.spec().schedulerName() + ": preempting to accommodate a higher priority pod";
            ApiResult patched = cluster.patchStatus(victim, new StatusPatch(null, null, why));
            ApiResult result = patched.isOk() ? cluster.delete(victim) : patched;
            if (result.outcome() == ApiResult.Outcome.NOT_FOUND) {
                return Fate.DELETED;
            }
            if (!result.isOk()) {
                context.observer()
                        .error(
                                "Error evicting a victim of preemption",
                                victim.key(),
                                new ClusterWriteException(result));
                return Fate.KEPT;
            }
        }
        cluster.event(new PodEvent(
                victim, false, "Preempted", "Preempting", note, context.handle().profileName()));
        return sentBack ? Fate.SENT_BACK : Fate.DELETED;
    }
}
