package dev.customscheduler.engine.plugins;

import dev.customscheduler.engine.ClusterWriteException;
import dev.customscheduler.engine.PreemptionCandidate;
import dev.customscheduler.engine.profile.PluginContext;
import dev.customscheduler.framework.ApiResult;
import dev.customscheduler.framework.Cluster;
import dev.customscheduler.framework.Cluster.PodEvent;
import dev.customscheduler.framework.Cluster.StatusPatch;
import dev.customscheduler.framework.PodInPreBind;
import dev.customscheduler.framework.WaitingPod;
import dev.customscheduler.framework.model.Pod;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Evicts the victims of a preemption beside the scheduling of other pods: all but the last side by side, then the last.
 *
 * <p>The preemptor is held back (PreEnqueue) until the deletion of the last victim has begun or the eviction has ended,
 * so that it does not evict the same pods twice. It must not be held back any longer than that: the event of the last
 * victim's deletion is what wakes it, and it may come before the API server's reply. That is why the last victim is
 * looked up in the cache.
 */
final class Eviction {
    private final PluginContext context;
    private final Map<String, Progress> underWay = new ConcurrentHashMap<>();

    /** How far an eviction is. */
    private static final class Progress {
        private volatile @Nullable Pod last;
    }

    Eviction(PluginContext context) {
        this.context = context;
    }

    boolean isUnderWay(String uid) {
        Progress progress = underWay.get(uid);
        if (progress == null) {
            return false;
        }
        Pod last = progress.last;
        if (last == null) {
            return true;
        }
        Pod now = context.cache().pod(last.uid());
        return now != null && !now.isTerminating();
    }

    void start(Pod preemptor, PreemptionCandidate candidate) {
        context.observer().preemption(candidate.victims().size());
        List<Pod> victims =
                candidate.victims().stream().filter(v -> !v.isTerminating()).toList();
        if (victims.isEmpty()) {
            return;
        }
        Progress progress = new Progress();
        underWay.put(preemptor.uid(), progress);
        context.background().execute(() -> run(preemptor, candidate.node(), victims, progress));
    }

    private void run(Pod preemptor, String node, List<Pod> victims, Progress progress) {
        long start = System.nanoTime();
        boolean failed = true;
        boolean unseen = false;
        try {
            failed = !clearNominations(preemptor, node);
            Pod last = victims.getLast();
            if (evictSideBySide(preemptor, node, victims.subList(0, victims.size() - 1))) {
                progress.last = last;
                Fate fate = evict(preemptor, node, last);
                failed |= fate == Fate.KEPT;
                unseen = fate == Fate.SENT_BACK;
            } else {
                failed = true;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            underWay.remove(preemptor.uid());
            // Where something failed, or the last victim was only sent back, no deletion wakes the preemptor.
            if (failed || unseen) {
                context.handle().activate(preemptor.uid());
            }
            context.observer().evictionEnded(!failed, System.nanoTime() - start);
        }
    }

    /** Takes their nomination from less important pods: they may not fit any more and should look elsewhere. */
    private boolean clearNominations(Pod preemptor, String node) {
        boolean ok = true;
        for (Pod nominated : context.handle().nominatedPods(node)) {
            boolean lower = nominated.priority() < preemptor.priority();
            if (lower && !nominated.status().nominatedNodeName().isEmpty()) {
                ApiResult result = context.handle().cluster().patchStatus(nominated, new StatusPatch(null, "", null));
                if (!result.isOk()) {
                    ok = false;
                    context.observer()
                            .error(
                                    "Cannot clear 'NominatedNodeName' field from a lower priority pod",
                                    nominated.key(),
                                    new ClusterWriteException(result));
                }
            }
        }
        return ok;
    }

    /**
     * Evicts pods side by side, as many at once as the configuration's parallelism allows; begins with no other after
     * one that the API server refused. Whether none was.
     */
    private boolean evictSideBySide(Pod preemptor, String node, List<Pod> victims) throws InterruptedException {
        AtomicBoolean ok = new AtomicBoolean(true);
        int atOnce = context.parallelism();
        Semaphore places = new Semaphore(atOnce);
        for (Pod victim : victims) {
            places.acquire();
            if (!ok.get()) {
                places.release();
                break;
            }
            try {
                context.background().execute(() -> {
                    try {
                        if (evict(preemptor, node, victim) == Fate.KEPT) {
                            ok.set(false);
                        }
                    } finally {
                        places.release();
                    }
                });
            } catch (RejectedExecutionException stopping) {
                // The scheduler is being closed: the rest is for whoever leads next.
                places.release();
                ok.set(false);
                break;
            }
        }
        places.acquire(atOnce);
        return ok.get();
    }

    private enum Fate {
        DELETED,
        /** It had a node in this scheduler's mind only. */
        SENT_BACK,
        /** The API server refused. */
        KEPT
    }

    /** Sends a pod back that waits for Permit plugins or is in PreBind; whether it could. */
    private boolean sendBack(Pod victim) {
        WaitingPod waiting = context.handle().waitingPod(victim.uid());
        if (waiting != null) {
            return waiting.preempt(DefaultPreemption.NAME, "preempted");
        }
        PodInPreBind inPreBind = context.handle().podInPreBind(victim.uid());
        return inPreBind != null && inPreBind.cancel("preempted by " + DefaultPreemption.NAME);
    }

    /** Evicts one pod, by deleting it only where it cannot be sent back. */
    private Fate evict(Pod preemptor, String node, Pod victim) {
        Cluster cluster = context.handle().cluster();
        String note = "Preempted by pod " + preemptor.uid() + " on node " + node;
        boolean sentBack = sendBack(victim);
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
