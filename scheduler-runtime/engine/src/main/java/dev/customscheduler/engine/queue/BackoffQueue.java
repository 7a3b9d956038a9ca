package dev.customscheduler.engine.queue;

import dev.customscheduler.engine.queue.QueuedPodInfo.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The pods that wait for their backoff to end, by that end. Those that failed for an error stand apart: an idle
 * scheduler must not take them early, or it would run against an API server that is down without a pause.
 */
final class BackoffQueue {
    private final TreeSet<QueuedPodInfo> refused;
    private final TreeSet<QueuedPodInfo> failed;
    private final Backoff backoff;

    BackoffQueue(Backoff backoff, Comparator<QueuedPodInfo> active) {
        this.backoff = backoff;
        Comparator<QueuedPodInfo> byEnd = Comparator.comparingLong(p -> p.backoffEnd(backoff));
        this.refused = new TreeSet<>(byEnd.thenComparing(active));
        this.failed = new TreeSet<>(byEnd.thenComparingLong(QueuedPodInfo::sequence));
    }

    boolean isBackingOff(QueuedPodInfo info, long now) {
        return !backoff.isOver(info.backoffEnd(backoff), now);
    }

    void add(QueuedPodInfo info) {
        boolean error = info.isUnexplained();
        info.setPlace(error ? Place.ERROR_BACKOFF : Place.BACKOFF);
        (error ? failed : refused).add(info);
    }

    void remove(QueuedPodInfo info) {
        (info.place() == Place.ERROR_BACKOFF ? failed : refused).remove(info);
    }

    /** The next whose end has not come, other than those after an error; null where there is none. */
    @Nullable
    QueuedPodInfo poll() {
        return refused.pollFirst();
    }

    /** Takes out all whose backoff was over at the last tick. */
    List<QueuedPodInfo> pollCompleted(long now) {
        if (refused.isEmpty() && failed.isEmpty()) {
            return List.of();
        }
        List<QueuedPodInfo> over = new ArrayList<>();
        pollCompleted(refused, Backoff.tick(now), over);
        pollCompleted(failed, Backoff.tick(now), over);
        return over;
    }

    private void pollCompleted(TreeSet<QueuedPodInfo> from, long now, List<QueuedPodInfo> into) {
        while (!from.isEmpty() && !isBackingOff(from.first(), now)) {
            into.add(from.removeFirst());
        }
    }

    /** How long until the next backoff ends, at most {@code atMost}. */
    long untilNext(long now, long atMost) {
        long wait = atMost;
        if (!refused.isEmpty()) {
            wait = Math.min(wait, Backoff.left(refused.first().backoffEnd(backoff), now));
        }
        if (!failed.isEmpty()) {
            wait = Math.min(wait, Backoff.left(failed.first().backoffEnd(backoff), now));
        }
        return wait;
    }

    int size() {
        return refused.size() + failed.size();
    }
}
