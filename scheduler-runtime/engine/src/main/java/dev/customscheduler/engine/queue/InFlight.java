package dev.customscheduler.engine.queue;

import dev.customscheduler.framework.ClusterEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The events that happened while pods are tried. Each pod sees those since it was taken; what nobody needs is dropped.
 */
final class InFlight {

    /** An event with the object before and after it. */
    record Event(
            ClusterEvent event,
            @Nullable Object before,
            @Nullable Object after) {}

    private final Map<String, Long> since = new HashMap<>();
    private List<Event> events = new ArrayList<>();
    private long first;

    void begin(String uid) {
        since.put(uid, first + events.size());
    }

    void note(Event event) {
        if (!since.isEmpty()) {
            events.add(event);
        }
    }

    /** The events since the pod was taken; none where it was not. */
    List<Event> end(String uid) {
        Long from = since.remove(uid);
        if (from == null) {
            return List.of();
        }
        List<Event> seen = List.copyOf(events.subList((int) (from - first), events.size()));
        prune();
        return seen;
    }

    private void prune() {
        if (since.isEmpty()) {
            first += events.size();
            events = new ArrayList<>();
        } else if (events.size() > 1024) {
            long oldest = Long.MAX_VALUE;
            for (long from : since.values()) {
                oldest = Math.min(oldest, from);
            }
            int drop = (int) (oldest - first);
            if (drop > 512) {
                events = new ArrayList<>(events.subList(drop, events.size()));
                first = oldest;
            }
        }
    }
}
