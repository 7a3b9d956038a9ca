package dev.customscheduler.engine.queue;

import dev.customscheduler.engine.SchedulerObserver;
import dev.customscheduler.engine.queue.QueuedPodInfo.Place;
import dev.customscheduler.framework.Clock;
import dev.customscheduler.framework.ClusterEvent;
import dev.customscheduler.framework.ClusterEventWithHint;
import dev.customscheduler.framework.QueueSortPlugin;
import dev.customscheduler.framework.Status;
import dev.customscheduler.framework.model.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The pods that wait to be tried, and what moves them.
 *
 * <p>A pod is active, or it waits for its backoff, or for an event that may help it, or for a PreEnqueue plugin to let
 * it in. A pod that no node took waits until an event that one of the plugins that refused it asked for; that plugin's
 * hint decides about the very event. A pod that failed for another reason is tried again after a backoff. An idle
 * scheduler takes pods out of their backoff at once, but never those that wait after an error, which would make it
 * spin.
 *
 * <p>Events that arrive while a pod is tried are kept and looked at when the pod comes back: they may have come too
 * late for the attempt. Pods that no event woke for five minutes are tried again all the same, in case a plugin forgot
 * an event.
 */
public final class SchedulingQueue {
    private static final long LEFTOVER_CHECK = Duration.ofSeconds(30).toNanos();
    private static final long LEFTOVER_AFTER = Duration.ofMinutes(5).toNanos();
    private static final ClusterEvent ANY = new ClusterEvent(ClusterEvent.Resource.WILDCARD, ClusterEvent.Action.ALL);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Clock clock;
    private final Backoff backoff;
    private final SchedulerObserver observer;
    private final Function<Pod, Status> preEnqueue;
    private final Map<String, Map<String, List<ClusterEventWithHint>>> interests;
    private final Map<String, QueuedPodInfo> pods = new HashMap<>();
    private final TreeSet<QueuedPodInfo> active;
    private final TreeSet<QueuedPodInfo> backingOff;
    private final TreeSet<QueuedPodInfo> errorBackingOff;
    private final Map<String, QueuedPodInfo> waiting = new HashMap<>();
    private final InFlight inFlight = new InFlight();
    private long sequence;
    private long nextLeftoverCheck;
    private boolean closed;

    /**
     * An empty queue.
     *
     * @param sort the order of the active pods
     * @param preEnqueue asks the PreEnqueue plugins of the pod's profile
     * @param interests the events by scheduler name and plugin that the plugins registered
     */
    public SchedulingQueue(
            QueueSortPlugin sort,
            Function<Pod, Status> preEnqueue,
            Map<String, Map<String, List<ClusterEventWithHint>>> interests,
            Duration initialBackoff,
            Duration maxBackoff,
            Clock clock,
            SchedulerObserver observer) {
        this.clock = clock;
        this.observer = observer;
        this.preEnqueue = preEnqueue;
        this.interests = interests;
        this.backoff = new Backoff(initialBackoff, maxBackoff);
        Comparator<QueuedPodInfo> bySort =
                (a, b) -> sort.less(a, b) ? -1 : sort.less(b, a) ? 1 : Long.compare(a.sequence(), b.sequence());
        this.active = new TreeSet<>(bySort);
        Comparator<QueuedPodInfo> byEnd = Comparator.comparingLong(p -> p.backoffUntil(backoff));
        this.backingOff = new TreeSet<>(byEnd.thenComparing(bySort));
        this.errorBackingOff = new TreeSet<>(byEnd.thenComparing(bySort));
        this.nextLeftoverCheck = clock.nanos() + LEFTOVER_CHECK;
    }

    /** Takes a pod that waits for a node, or a new state of one. */
    public void put(Pod pod) {
        lock.lock();
        try {
            QueuedPodInfo known = pods.get(pod.uid());
            if (known == null) {
                QueuedPodInfo info = new QueuedPodInfo(pod, sequence++, clock.nanos());
                pods.put(pod.uid(), info);
                admit(info, "PodAdd");
                return;
            }
            Pod before = known.pod();
            if (known.place() == Place.NOWHERE) {
                // It is being tried: the attempt goes on with the state it began with.
                inFlight.note(new InFlight.Event(Changes.between(before, pod, true), before, pod));
                known.setPod(pod);
                return;
            }
            update(known, before, pod);
        } finally {
            lock.unlock();
        }
    }

    private void update(QueuedPodInfo info, Pod before, Pod after) {
        Place place = info.place();
        if (place == Place.ACTIVE || place == Place.BACKOFF || place == Place.ERROR_BACKOFF) {
            TreeSet<QueuedPodInfo> in =
                    place == Place.ACTIVE ? active : place == Place.BACKOFF ? backingOff : errorBackingOff;
            in.remove(info);
            info.setPod(after);
            in.add(info);
            return;
        }
        info.setPod(after);
        ClusterEvent event = Changes.between(before, after, true);
        if (place == Place.GATED) {
            if (isGateEvent(info, event)) {
                waiting.remove(after.uid());
                admit(info, "PodUpdate");
            }
        } else {
            Worth worth = worth(info, event, before, after);
            if (worth != Worth.NOTHING) {
                waiting.remove(after.uid());
                requeue(info, worth, "PodUpdate");
            }
        }
    }

    private boolean isGateEvent(QueuedPodInfo info, ClusterEvent event) {
        List<ClusterEventWithHint> asked = interests
                .getOrDefault(info.pod().spec().schedulerName(), Map.of())
                .get(info.gate());
        if (asked == null) {
            return true;
        }
        for (ClusterEventWithHint e : asked) {
            if (e.event().covers(event)) {
                return true;
            }
        }
        return false;
    }

    /** Forgets a pod: it is gone, or got a node. */
    public void remove(String uid) {
        lock.lock();
        try {
            QueuedPodInfo info = pods.remove(uid);
            if (info == null) {
                return;
            }
            active.remove(info);
            backingOff.remove(info);
            errorBackingOff.remove(info);
            waiting.remove(uid);
            info.setPlace(Place.NOWHERE);
        } finally {
            lock.unlock();
        }
    }

    /**
     * The next pod to try; waits for one. Every pod that is given must come back by {@link #done} or {@link #failed}.
     *
     * @return null when the queue is closed
     */
    public @Nullable QueuedPodInfo take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!closed) {
                QueuedPodInfo next = poll();
                if (next != null) {
                    return next;
                }
                long wait = Math.min(untilNextError(), LEFTOVER_CHECK);
                long left = changed.awaitNanos(Math.max(wait, 1_000_000));
                if (left <= 0) {
                    flush(clock.nanos());
                }
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    private @Nullable QueuedPodInfo poll() {
        long now = clock.nanos();
        flush(now);
        QueuedPodInfo next = active.pollFirst();
        if (next == null) {
            next = backingOff.pollFirst();
        }
        if (next == null) {
            return null;
        }
        next.setPlace(Place.NOWHERE);
        next.tried(now);
        inFlight.begin(next.pod().uid());
        return next;
    }

    private long untilNextError() {
        return errorBackingOff.isEmpty()
                ? LEFTOVER_CHECK
                : errorBackingOff.first().backoffUntil(backoff) + 1_000_000_000L - clock.nanos();
    }

    private void flush(long now) {
        flush(backingOff, now);
        flush(errorBackingOff, now);
        if (now >= nextLeftoverCheck) {
            nextLeftoverCheck = now + LEFTOVER_CHECK;
            for (QueuedPodInfo info : List.copyOf(waiting.values())) {
                if (info.place() == Place.UNSCHEDULABLE && now - info.timestamp() > LEFTOVER_AFTER) {
                    waiting.remove(info.pod().uid());
                    requeue(info, Worth.AFTER_BACKOFF, "UnschedulableTimeout");
                }
            }
        }
    }

    private void flush(TreeSet<QueuedPodInfo> from, long now) {
        while (!from.isEmpty() && from.first().backoffUntil(backoff) < backoff.align(now)) {
            QueuedPodInfo info = from.pollFirst();
            if (info != null) {
                admit(info, "BackoffComplete");
            }
        }
    }

    /** A pod that was given by {@link #take} needs no more attempts, or none until it is put again. */
    public void done(String uid) {
        lock.lock();
        try {
            inFlight.end(uid);
            QueuedPodInfo info = pods.get(uid);
            if (info != null && info.place() == Place.NOWHERE) {
                pods.remove(uid);
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Ends the watch for events on behalf of a pod that is about to be bound; it may still come back by
     * {@link #failed}.
     */
    public void settled(String uid) {
        lock.lock();
        try {
            inFlight.end(uid);
        } finally {
            lock.unlock();
        }
    }

    /**
     * A pod that was given by {@link #take} failed.
     *
     * @param rejectors the plugins that refused it; none of both where it was an error
     * @param pending the plugins that set something going for it
     */
    public void failed(QueuedPodInfo info, Set<String> rejectors, Set<String> pending) {
        lock.lock();
        try {
            String uid = info.pod().uid();
            List<InFlight.Event> events = inFlight.end(uid);
            if (pods.get(uid) != info) {
                return;
            }
            info.failed(rejectors, pending, clock.nanos());
            Worth worth = rejectors.isEmpty() && pending.isEmpty() ? Worth.AFTER_BACKOFF : Worth.NOTHING;
            for (InFlight.Event e : events) {
                Worth w = worth(info, e.event(), e.before(), e.after());
                worth = w.compareTo(worth) > 0 ? w : worth;
            }
            requeue(info, worth, "ScheduleAttemptFailure");
        } finally {
            lock.unlock();
        }
    }

    /** Something happened in the cluster: pods that it may help are moved. */
    public void event(ClusterEvent event, @Nullable Object before, @Nullable Object after) {
        lock.lock();
        try {
            inFlight.note(new InFlight.Event(event, before, after));
            if (waiting.isEmpty()) {
                return;
            }
            for (QueuedPodInfo info : List.copyOf(waiting.values())) {
                if (info.place() == Place.GATED) {
                    if (isGateEvent(info, event)) {
                        waiting.remove(info.pod().uid());
                        admit(info, event.resource().name());
                    }
                    continue;
                }
                Worth worth = worth(info, event, before, after);
                if (worth != Worth.NOTHING) {
                    waiting.remove(info.pod().uid());
                    requeue(info, worth, event.resource().name());
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Moves the pod of that UID to the active pods, if it waits and nothing holds it back. */
    public void activate(String uid) {
        lock.lock();
        try {
            QueuedPodInfo info = pods.get(uid);
            if (info == null || info.place() == Place.NOWHERE || info.place() == Place.ACTIVE) {
                return;
            }
            waiting.remove(uid);
            backingOff.remove(info);
            errorBackingOff.remove(info);
            admit(info, "ForceActivate");
        } finally {
            lock.unlock();
        }
    }

    private enum Worth {
        NOTHING,
        AFTER_BACKOFF,
        AT_ONCE
    }

    private Worth worth(QueuedPodInfo info, ClusterEvent event, @Nullable Object before, @Nullable Object after) {
        if (info.rejectors().isEmpty() && info.pending().isEmpty()) {
            return Worth.AFTER_BACKOFF;
        }
        if (event.equals(ANY)) {
            return Worth.AFTER_BACKOFF;
        }
        Map<String, List<ClusterEventWithHint>> byPlugin =
                interests.getOrDefault(info.pod().spec().schedulerName(), Map.of());
        Worth best = Worth.NOTHING;
        for (String plugin : info.pending()) {
            if (isHelpful(byPlugin.get(plugin), info.pod(), event, before, after)) {
                return Worth.AT_ONCE;
            }
        }
        for (String plugin : info.rejectors()) {
            if (isHelpful(byPlugin.get(plugin), info.pod(), event, before, after)) {
                best = Worth.AFTER_BACKOFF;
            }
        }
        return best;
    }

    /** A plugin that registered nothing is helped by everything; a hint that throws counts as a yes. */
    private boolean isHelpful(
            @Nullable List<ClusterEventWithHint> asked,
            Pod pod,
            ClusterEvent event,
            @Nullable Object before,
            @Nullable Object after) {
        if (asked == null) {
            return true;
        }
        for (ClusterEventWithHint e : asked) {
            if (!e.event().covers(event)) {
                continue;
            }
            try {
                if (e.hint().queue(pod, before, after)) {
                    return true;
                }
            } catch (RuntimeException thrown) {
                observer.error("QueueingHintFn returns error", pod.key(), thrown);
                return true;
            }
        }
        return false;
    }

    private void requeue(QueuedPodInfo info, Worth worth, String event) {
        if (worth == Worth.NOTHING) {
            info.setPlace(Place.UNSCHEDULABLE);
            waiting.put(info.pod().uid(), info);
            observer.queued("unschedulable", event);
        } else if (worth == Worth.AFTER_BACKOFF && info.backoffUntil(backoff) >= backoff.align(clock.nanos())) {
            boolean error = info.isError();
            info.setPlace(error ? Place.ERROR_BACKOFF : Place.BACKOFF);
            (error ? errorBackingOff : backingOff).add(info);
            observer.queued("backoff", event);
            changed.signal();
        } else {
            admit(info, event);
        }
    }

    private void admit(QueuedPodInfo info, String event) {
        Status s = preEnqueue.apply(info.pod());
        if (s.isSuccess()) {
            info.setGate("");
            info.setPlace(Place.ACTIVE);
            active.add(info);
            observer.queued("active", event);
            changed.signal();
        } else {
            info.setGate(s.plugin());
            info.setPlace(Place.GATED);
            waiting.put(info.pod().uid(), info);
            observer.queued("gated", event);
        }
    }

    /** Where pods wait. */
    public enum Queue {
        /** Ready to be tried. */
        ACTIVE,
        /** Waiting for their backoff to end. */
        BACKOFF,
        /** Waiting for an event. */
        UNSCHEDULABLE,
        /** Held back by a PreEnqueue plugin. */
        GATED
    }

    /** How many pods wait where. */
    public Map<Queue, Integer> sizes() {
        lock.lock();
        try {
            Map<Queue, Integer> sizes = new EnumMap<>(Queue.class);
            int gated = 0;
            for (QueuedPodInfo info : waiting.values()) {
                gated += info.place() == Place.GATED ? 1 : 0;
            }
            sizes.put(Queue.ACTIVE, active.size());
            sizes.put(Queue.BACKOFF, backingOff.size() + errorBackingOff.size());
            sizes.put(Queue.UNSCHEDULABLE, waiting.size() - gated);
            sizes.put(Queue.GATED, gated);
            return sizes;
        } finally {
            lock.unlock();
        }
    }

    /** The pods that are known here, being tried or waiting. */
    public List<Pod> pods() {
        lock.lock();
        try {
            List<Pod> all = new ArrayList<>(pods.size());
            pods.values().forEach(p -> all.add(p.pod()));
            return all;
        } finally {
            lock.unlock();
        }
    }

    /** How the pod of that UID waits, or null where it is not known here. */
    public @Nullable WaitingState waiting(String uid) {
        lock.lock();
        try {
            QueuedPodInfo info = pods.get(uid);
            return info == null ? null : info.state(clock.nanos(), backoff);
        } finally {
            lock.unlock();
        }
    }

    /** The latest state of the pod of that UID, or null where it is not known here. */
    public @Nullable Pod pod(String uid) {
        lock.lock();
        try {
            QueuedPodInfo info = pods.get(uid);
            return info == null ? null : info.pod();
        } finally {
            lock.unlock();
        }
    }

    /** Ends all waiting in {@link #take}. */
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
