package dev.customscheduler.engine.queue;

import dev.customscheduler.engine.SchedulerObserver;
import dev.customscheduler.framework.ClusterEvent;
import dev.customscheduler.framework.ClusterEventWithHint;
import dev.customscheduler.framework.model.Pod;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which events are worth another attempt to which pods: those that a plugin which refused the pod registered, if its
 * hint approves of the very event.
 */
final class QueueingHints {

    /** What an event is worth to a pod. The order counts: a later one is worth more. */
    enum Strategy {
        /** Nothing. */
        SKIP,
        /** Another attempt, after the pod's backoff. */
        AFTER_BACKOFF,
        /** Another attempt, at once: what the pod was waiting for has happened. */
        IMMEDIATELY
    }

    private final Map<String, Map<String, List<ClusterEventWithHint>>> byProfile;
    private final int[] interests = new int[ClusterEvent.Resource.values().length];
    private final SchedulerObserver observer;

    /**
     * The hints of all profiles.
     *
     * @param byProfile what the plugins registered, by scheduler name and plugin; a plugin that is absent wants none
     */
    QueueingHints(Map<String, Map<String, List<ClusterEventWithHint>>> byProfile, SchedulerObserver observer) {
        this.byProfile = new HashMap<>(byProfile);
        this.observer = observer;
        for (Map<String, List<ClusterEventWithHint>> plugins : byProfile.values()) {
            plugins.values().forEach(this::note);
        }
    }

    private void note(List<ClusterEventWithHint> registered) {
        for (ClusterEventWithHint e : registered) {
            ClusterEvent.Resource kind = e.event().resource();
            for (ClusterEvent.Resource resource : ClusterEvent.Resource.values()) {
                if (kind == resource || kind == ClusterEvent.Resource.WILDCARD) {
                    interests[resource.ordinal()] |= e.event().actions();
                }
            }
        }
    }

    /** Whether any plugin could care. */
    boolean isOfInterest(ClusterEvent event) {
        return event.isWildcard() || (interests[event.resource().ordinal()] & event.actions()) != 0;
    }

    private List<ClusterEventWithHint> registered(Pod pod, String plugin) {
        Map<String, List<ClusterEventWithHint>> plugins =
                byProfile.get(pod.spec().schedulerName());
        List<ClusterEventWithHint> own = plugins == null ? null : plugins.get(plugin);
        return own == null ? List.of() : own;
    }

    /** Whether the plugin that gates the pod registered the event; only then is it asked again. */
    boolean mayOpen(QueuedPodInfo gated, ClusterEvent event) {
        if (event.isWildcard()) {
            return true;
        }
        List<ClusterEventWithHint> registered = registered(gated.pod(), gated.gate());
        for (int i = 0; i < registered.size(); i++) {
            if (registered.get(i).event().covers(event)) {
                return true;
            }
        }
        return false;
    }

    /** What the event is worth to the pod. */
    Strategy strategy(QueuedPodInfo info, ClusterEvent event, @Nullable Object before, @Nullable Object after) {
        if (info.isUnexplained()) {
            return Strategy.AFTER_BACKOFF;
        }
        Pod pod = info.pod();
        if (event.isWildcard()) {
            boolean another =
                    after != null && !(after instanceof Pod p && p.uid().equals(pod.uid()));
            return another ? Strategy.SKIP : Strategy.AFTER_BACKOFF;
        }
        if (isHelpful(info.pending(), pod, event, before, after)) {
            return Strategy.IMMEDIATELY;
        }
        return isHelpful(info.rejectors(), pod, event, before, after) ? Strategy.AFTER_BACKOFF : Strategy.SKIP;
    }

    private boolean isHelpful(
            Set<String> plugins, Pod pod, ClusterEvent event, @Nullable Object before, @Nullable Object after) {
        for (String plugin : plugins) {
            List<ClusterEventWithHint> registered = registered(pod, plugin);
            for (int i = 0; i < registered.size(); i++) {
                ClusterEventWithHint e = registered.get(i);
                if (e.event().covers(event) && isHelpful(plugin, e.hint(), pod, event, before, after)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** A hint that throws counts as a yes: better one attempt too many than a pod that is forgotten. */
    private boolean isHelpful(
            String plugin,
            ClusterEventWithHint.Hint hint,
            Pod pod,
            ClusterEvent event,
            @Nullable Object before,
            @Nullable Object after) {
        long start = System.nanoTime();
        try {
            boolean queue = hint.queue(pod, before, after);
            observer.queueingHint(plugin, event, queue ? "Queue" : "QueueSkip", System.nanoTime() - start);
            return queue;
        } catch (RuntimeException thrown) {
            observer.queueingHint(plugin, event, "Error", System.nanoTime() - start);
            observer.error("QueueingHintFn returns error", pod.key(), thrown);
            return true;
        }
    }
}
