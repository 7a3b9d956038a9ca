package dev.customscheduler.engine.queue;

import dev.customscheduler.engine.SchedulerObserver;
import dev.customscheduler.engine.queue.QueuedPodInfo.Place;
import dev.customscheduler.engine.queue.QueueingHints.Strategy;
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
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The pods that wait to be tried, and what moves them.
 *
 * <p><b>Where a pod is.</b> Each pod that has no node is in one place:
 *
 * <ul>
 *   <li>active: ready, in the order of the QueueSort plugin;
 *   <li>in its backoff ({@link BackoffQueue}): worth another attempt, but not yet. An idle scheduler takes pods out of
 *       their backoff early, other than those that failed for an error;
 *   <li>unschedulable ({@link UnschedulablePods}): refused by plugins, until an event that may help;
 *   <li>gated: kept from becoming active by a PreEnqueue plugin, until an event which that plugin registered;
 *   <li>nowhere: it is being tried or bound, and comes back by {@link #failed}, or is {@link #done}.
 * </ul>
 *
 * <p><b>What moves it.</b> An event is shown to the plugins that refused the pod ({@link QueueingHints}). If one of
 * them says that it may help, the pod goes to its backoff, or is active at once where that is over or the plugin said
 * Pending. PreEnqueue plugins are asked on the way into the active pods and into the backoff, but not from there on,
 * because pods are taken straight out of it. Pods that no event woke for too long are moved all the same, in case a
 * plugin forgot an event.
 *
 * <p><b>Events during an attempt</b> ({@link InFlight}) came too late for it: they are kept, and asked about when the
 * pod comes back. That is why every pod that was taken must be returned.
 *
 * <p><b>Time.</b> Pods are flushed out of their backoff when one is asked for, which gives the same order as doing so
 * every second: in the second in which a backoff ends it still counts.
 *
 * <p>All methods may be called from any thread; one lock holds everything together. Nothing is called under it but
 * plugins' hints, PreEnqueue plugins and the observer.
 */
public final class SchedulingQueue {
    private static final long LEFTOVER_CHECK = Duration.ofSeconds(30).toNanos();
    private static final ClusterEvent ANY = new ClusterEvent(ClusterEvent.Resource.WILDCARD, ClusterEvent.Action.ALL);
    private static final String ACTIVATE = "ForceActivate";
    private static final String TIMEOUT = "UnschedulableTimeout";

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Clock clock;
    private final QueueOptions options;
    private final SchedulerObserver observer;
    private final BiFunction<Pod, String, Status> preEnqueue;
    private final QueueingHints hints;
    private final Map<String, QueuedPodInfo> pods = new HashMap<>();
    private final TreeSet<QueuedPodInfo> active;
    private final Backoff backoff;
    private final BackoffQueue backingOff;
    private final UnschedulablePods unschedulable = new UnschedulablePods();
    private final InFlight inFlight;
    private long sequence;
    private long nextLeftoverCheck;
    private boolean closed;

    /**
     * An empty queue.
     *
     * @param sort the order of the active pods
     * @param preEnqueue asks the PreEnqueue plugins of the pod's profile, and the one of that name, if there is one,
     *     first
     * @param interests the events by scheduler name and plugin that the plugins registered
     */
    public SchedulingQueue(
            QueueSortPlugin sort,
            BiFunction<Pod, String, Status> preEnqueue,
            Map<String, Map<String, List<ClusterEventWithHint>>> interests,
            QueueOptions options,
            Clock clock,
            SchedulerObserver observer) {
        this.clock = clock;
        this.options = options;
        this.observer = observer;
        this.preEnqueue = preEnqueue;
        this.hints = new QueueingHints(interests, observer);
        this.inFlight = new InFlight(observer);
        Comparator<QueuedPodInfo> bySort =
                (a, b) -> sort.less(a, b) ? -1 : sort.less(b, a) ? 1 : Long.compare(a.sequence(), b.sequence());
        this.active = new TreeSet<>(bySort);
        this.backoff = new Backoff(options);
        this.backingOff = new BackoffQueue(backoff, bySort);
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
                activate(info, "UnscheduledPodAdd", true);
            } else {
                update(known, known.pod(), pod);
            }
        } finally {
            lock.unlock();
        }
    }

    private void update(QueuedPodInfo info, Pod before, Pod after) {
        switch (info.place()) {
            case NOWHERE -> {
                info.setPod(after);
                if (inFlight.contains(after.uid())) {
                    for (ClusterEvent e : Changes.between(before, after, ClusterEvent.Resource.TARGET_POD)) {
                        inFlight.note(e, e.label(), before, after);
                    }
                }
            }
            case ACTIVE -> {
                active.remove(info);
                info.setPod(after);
                active.add(info);
            }
            case BACKOFF, ERROR_BACKOFF -> {
                backingOff.remove(info);
                info.setPod(after);
                backingOff.add(info);
            }
            case UNSCHEDULABLE, GATED -> {
                info.setPod(after);
                for (ClusterEvent e : Changes.between(before, after, ClusterEvent.Resource.TARGET_POD)) {
                    if (requeue(info, hints.strategy(info, e, before, after), e.label())) {
                        return;
                    }
                }
            }
        }
    }

    /**
     * Takes a new state of a pod that has a node already and is being bound: it is what comes back if that fails. A
     * plugin that then rejects it is asked whether the change helps; kube-scheduler forgets such changes.
     */
    public void refresh(Pod pod) {
        lock.lock();
        try {
            QueuedPodInfo known = pods.get(pod.uid());
            if (known != null && known.place() == Place.NOWHERE) {
                update(known, known.pod(), pod);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Forgets a pod: it is gone, or got a node. */
    public void remove(String uid) {
        lock.lock();
        try {
            QueuedPodInfo info = pods.remove(uid);
            if (info != null && info.place() != Place.NOWHERE) {
                takeOut(info);
                countRejectors(info, -1);
                info.setPlace(Place.NOWHERE);
            }
        } finally {
            lock.unlock();
        }
    }

    private void takeOut(QueuedPodInfo info) {
        switch (info.place()) {
            case NOWHERE -> {}
            case ACTIVE -> active.remove(info);
            case BACKOFF, ERROR_BACKOFF -> backingOff.remove(info);
            case UNSCHEDULABLE, GATED -> unschedulable.remove(info);
        }
    }

    private void countRejectors(QueuedPodInfo info, int change) {
        String profile = info.pod().spec().schedulerName();
        for (String plugin : info.rejectors()) {
            observer.unschedulable(plugin, profile, change);
        }
        for (String plugin : info.pending()) {
            if (!info.rejectors().contains(plugin)) {
                observer.unschedulable(plugin, profile, change);
            }
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
                long now = clock.nanos();
                long wait = backingOff.untilNext(now, nextLeftoverCheck - now);
                if (changed.awaitNanos(Math.max(wait, 1_000_000)) <= 0) {
                    flush(clock.nanos());
                }
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    /** The next pod to try, as {@link #take} gives it, or null where there is none now. */
    public @Nullable QueuedPodInfo poll() {
        lock.lock();
        try {
            long now = clock.nanos();
            flush(now);
            QueuedPodInfo next = active.pollFirst();
            if (next == null && options.popFromBackoff()) {
                next = backingOff.poll();
                if (next != null) {
                    observer.queued("active", "PopFromBackoffQ");
                }
            }
            if (next == null) {
                return null;
            }
            next.setPlace(Place.NOWHERE);
            next.tried(now);
            inFlight.begin(next.pod().uid());
            countRejectors(next, -1);
            return next;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Moves the pods whose backoff is over, and those that no event woke for too long. Asking for a pod does it, too.
     */
    void flush() {
        lock.lock();
        try {
            flush(clock.nanos());
        } finally {
            lock.unlock();
        }
    }

    private void flush(long now) {
        for (QueuedPodInfo info : backingOff.pollCompleted(now)) {
            info.setPlace(Place.NOWHERE);
            activate(info, "BackoffComplete", !options.popFromBackoff());
        }
        if (now < nextLeftoverCheck) {
            return;
        }
        nextLeftoverCheck = now + LEFTOVER_CHECK;
        long longest = options.maxInUnschedulable().toNanos();
        boolean any = false;
        for (QueuedPodInfo info : unschedulable.all()) {
            if (now - info.idleSince() > longest) {
                info.flushed(now);
                move(info, ANY, TIMEOUT, null, null);
                any = true;
            }
        }
        if (any) {
            inFlight.note(ANY, TIMEOUT, null, null);
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
            if (pods.get(uid) == info) {
                info.failed(rejectors, pending, clock.nanos());
                countRejectors(info, 1);
                requeue(info, meanwhile(info), "ScheduleAttemptFailure");
            }
            inFlight.end(uid);
        } finally {
            lock.unlock();
        }
    }

    /** What the events during its attempt are worth to a pod. */
    private Strategy meanwhile(QueuedPodInfo info) {
        if (info.isUnexplained()) {
            return Strategy.AFTER_BACKOFF;
        }
        Strategy best = Strategy.SKIP;
        List<InFlight.Event> events = inFlight.since(info.pod().uid());
        for (int i = 0; i < events.size() && best != Strategy.IMMEDIATELY; i++) {
            InFlight.Event e = events.get(i);
            if (best == Strategy.SKIP || !info.pending().isEmpty()) {
                Strategy s = hints.strategy(info, e.event(), e.before(), e.after());
                best = s.compareTo(best) > 0 ? s : best;
            }
        }
        return best;
    }

    /** Whether an enabled plugin registered an interest in such events. */
    public boolean isOfInterest(ClusterEvent event) {
        return hints.isOfInterest(event);
    }

    /** Something happened in the cluster: pods that it may help are moved. */
    public void event(ClusterEvent event, @Nullable Object before, @Nullable Object after) {
        event(event, before, after, null);
    }

    /**
     * Something happened in the cluster: pods that it may help are moved, as far as they pass {@code only}. Those that
     * are being tried are not asked to pass it.
     */
    public void event(
            ClusterEvent event, @Nullable Object before, @Nullable Object after, @Nullable Predicate<Pod> only) {
        if (!hints.isOfInterest(event)) {
            return;
        }
        lock.lock();
        try {
            if (!unschedulable.isEmpty()) {
                for (QueuedPodInfo info : unschedulable.all()) {
                    if (only == null || only.test(info.pod())) {
                        move(info, event, event.label(), before, after);
                    }
                }
            }
            inFlight.note(event, event.label(), before, after);
        } finally {
            lock.unlock();
        }
    }

    private void move(
            QueuedPodInfo info, ClusterEvent event, String label, @Nullable Object before, @Nullable Object after) {
        if (info.place() == Place.GATED && !hints.mayOpen(info, event)) {
            return;
        }
        Strategy strategy = hints.strategy(info, event, before, after);
        if (strategy != Strategy.SKIP) {
            unschedulable.remove(info);
            info.setPlace(Place.NOWHERE);
            requeue(info, strategy, label);
        }
    }

    /**
     * Moves the pod of that UID to the active pods, if it waits and nothing holds it back. If it is being tried, it is
     * tried again when it comes back.
     */
    public void activate(String uid) {
        lock.lock();
        try {
            QueuedPodInfo info = pods.get(uid);
            if (info == null || info.place() == Place.ACTIVE) {
                return;
            }
            if (info.place() == Place.NOWHERE) {
                if (inFlight.contains(uid)) {
                    inFlight.note(ANY, ACTIVATE, null, info.pod());
                }
                return;
            }
            boolean fromBackoff = info.place() == Place.BACKOFF || info.place() == Place.ERROR_BACKOFF;
            if (fromBackoff) {
                backingOff.remove(info);
                info.setPlace(Place.NOWHERE);
            }
            activate(info, ACTIVATE, !fromBackoff || !options.popFromBackoff());
        } finally {
            lock.unlock();
        }
    }

    /** Puts a pod where the strategy says. Gives whether it may be taken now or later without another event. */
    private boolean requeue(QueuedPodInfo info, Strategy strategy, String event) {
        if (strategy == Strategy.SKIP) {
            hold(info, event);
            return false;
        }
        if (strategy == Strategy.AFTER_BACKOFF && backingOff.isBackingOff(info, clock.nanos())) {
            if (options.popFromBackoff() && !isLetIn(info, event)) {
                return false;
            }
            unschedulable.remove(info);
            backingOff.add(info);
            observer.queued("backoff", event);
            changed.signal();
            return true;
        }
        return activate(info, event, true);
    }

    private boolean activate(QueuedPodInfo info, String event, boolean ask) {
        if (ask && !isLetIn(info, event)) {
            return false;
        }
        unschedulable.remove(info);
        info.ready(clock.nanos());
        info.setPlace(Place.ACTIVE);
        active.add(info);
        observer.queued("active", event);
        changed.signal();
        return true;
    }

    /** Asks the PreEnqueue plugins, the one that held the pod back first; holds the pod back where one refuses. */
    private boolean isLetIn(QueuedPodInfo info, String event) {
        Status s = preEnqueue.apply(info.pod(), info.gate());
        if (s.isSuccess()) {
            info.open();
            return true;
        }
        Throwable cause = s.cause();
        if (cause != null) {
            observer.error(
                    "Unexpected error running PreEnqueue plugin", info.pod().key(), cause);
        }
        if (info.gated(s.plugin())) {
            observer.unschedulable(s.plugin(), info.pod().spec().schedulerName(), 1);
        }
        hold(info, event);
        return false;
    }

    private void hold(QueuedPodInfo info, String event) {
        if (unschedulable.put(info)) {
            observer.queued("unschedulable", event);
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
            int gated = unschedulable.gated();
            sizes.put(Queue.ACTIVE, active.size());
            sizes.put(Queue.BACKOFF, backingOff.size());
            sizes.put(Queue.UNSCHEDULABLE, unschedulable.size() - gated);
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
