package dev.customscheduler.engine.queue;

import dev.customscheduler.engine.SchedulerObserver;
import dev.customscheduler.framework.ClusterEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The events that happened while pods are tried. Each pod sees those since it was taken; what nobody needs is dropped.
 */
final class InFlight {
    /** How the metric of events calls a pod that was taken. */
    private static final String POPPED = "PodPopped";
    /** So many events that nobody needs any more are kept, not to copy the others for each that goes. */
    private static final int KEPT_DEAD = 1024;

    /** An event with the object before and after it. */
    record Event(
            ClusterEvent event,
            String label,
            @Nullable Object before,
            @Nullable Object after) {}

    private final SchedulerObserver observer;
    /** By UID, in the order in which they were taken, so that the first was taken first. */
    private final Map<String, Long> since = new LinkedHashMap<>();

    private List<Event> events = new ArrayList<>();
    /** The number of the event at index 0, and of the first that somebody needs. */
    private long first;

    private long needed;

    InFlight(SchedulerObserver observer) {
        this.observer = observer;
    }

    void begin(String uid) {
        since.put(uid, first + events.size());
        observer.inFlight(POPPED, 1);
    }

    boolean contains(String uid) {
        return since.containsKey(uid);
    }

    /** Keeps an event, if there is a pod to be asked about it later. */
    void note(ClusterEvent event, String label, @Nullable Object before, @Nullable Object after) {
        if (!since.isEmpty()) {
            events.add(new Event(event, label, before, after));
            observer.inFlight(label, 1);
        }
    }

    /** The events since the pod was taken; none where it was not. */
    List<Event> since(String uid) {
        Long from = since.get(uid);
        return from == null ? List.of() : events.subList((int) (from - first), events.size());
    }

    /** The pod needs no more events. */
    void end(String uid) {
        if (since.remove(uid) == null) {
            return;
        }
        observer.inFlight(POPPED, -1);
        long until = since.isEmpty()
                ? first + events.size()
                : since.values().iterator().next();
        for (; needed < until; needed++) {
            int at = (int) (needed - first);
            observer.inFlight(events.get(at).label(), -1);
        }
        int dead = (int) (needed - first);
        if (dead == events.size() || dead > KEPT_DEAD) {
            events = new ArrayList<>(events.subList(dead, events.size()));
            first = needed;
        }
    }
}
