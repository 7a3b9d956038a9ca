package dev.customscheduler.engine.queue;

import dev.customscheduler.framework.QueuedPod;
import dev.customscheduler.framework.model.Pod;
import java.util.Set;
import java.util.TreeSet;

/**
 * A pod with what the queue remembers of it. It belongs to the queue while it is in it, and to the attempt while it is
 * tried.
 */
public final class QueuedPodInfo implements QueuedPod {
    private static final long NEVER = Long.MIN_VALUE;

    private final long sequence;
    private Pod pod;
    private long timestamp;
    private int attempts;
    private long firstReady = NEVER;
    private long firstAttempt = NEVER;
    private int unschedulableCount;
    private int consecutiveErrors;
    private long backoffEnd = NEVER;
    private boolean backoffKnown;
    private Set<String> rejectors = Set.of();
    private Set<String> pending = Set.of();
    private String gate = "";
    private Place place = Place.NOWHERE;
    private long flushed = NEVER;
    private boolean wasFlushed;

    /** Where a pod is. */
    enum Place {
        /** In no queue: it is tried, or gone. */
        NOWHERE,
        /** Ready to be tried. */
        ACTIVE,
        /** Waiting for its backoff to end. */
        BACKOFF,
        /** As before, after an error that is not the pod's. */
        ERROR_BACKOFF,
        /** Waiting for an event. */
        UNSCHEDULABLE,
        /** Held back by a PreEnqueue plugin. */
        GATED
    }

    QueuedPodInfo(Pod pod, long sequence, long now) {
        this.pod = pod;
        this.sequence = sequence;
        this.timestamp = now;
    }

    @Override
    public Pod pod() {
        return pod;
    }

    @Override
    public long timestamp() {
        return timestamp;
    }

    @Override
    public int attempts() {
        return attempts;
    }

    /**
     * When the pod first became ready to be tried, in nanoseconds of the scheduler's clock; now, where it did not yet.
     * Time behind a gate does not count.
     */
    public long firstReady(long now) {
        return firstReady == NEVER ? now : firstReady;
    }

    /** Whether it is tried because no event woke it for too long. */
    public boolean wasFlushed() {
        return wasFlushed;
    }

    long sequence() {
        return sequence;
    }

    void setPod(Pod changed) {
        pod = changed;
    }

    Place place() {
        return place;
    }

    void setPlace(Place to) {
        place = to;
    }

    /** It is ready to be tried. */
    void ready(long now) {
        if (firstReady == NEVER) {
            firstReady = now;
        }
    }

    void tried(long now) {
        attempts++;
        if (firstAttempt == NEVER) {
            firstAttempt = now;
        }
    }

    /** Notes the outcome of an attempt. Without rejectors it was an error. */
    void failed(Set<String> by, Set<String> waitingFor, long now) {
        rejectors = by;
        pending = waitingFor;
        if (isUnexplained()) {
            consecutiveErrors++;
        } else {
            unschedulableCount++;
            consecutiveErrors = 0;
        }
        timestamp = now;
        backoffKnown = false;
        wasFlushed = false;
        flushed = NEVER;
    }

    /** Whether no plugin refused it, so that no plugin can say what would help. */
    boolean isUnexplained() {
        return rejectors.isEmpty() && pending.isEmpty();
    }

    Set<String> rejectors() {
        return rejectors;
    }

    Set<String> pending() {
        return pending;
    }

    /** The PreEnqueue plugin that holds it back, or the empty string. */
    String gate() {
        return gate;
    }

    void open() {
        gate = "";
    }

    WaitingState state(long now, Backoff backoff) {
        boolean failed = unschedulableCount > 0 || consecutiveErrors > 0;
        return new WaitingState(
                pod,
                switch (place) {
                    case NOWHERE -> WaitingState.Where.TRIED_NOW;
                    case ACTIVE -> WaitingState.Where.ACTIVE;
                    case BACKOFF, ERROR_BACKOFF -> WaitingState.Where.BACKOFF;
                    case UNSCHEDULABLE -> WaitingState.Where.UNSCHEDULABLE;
                    case GATED -> WaitingState.Where.GATED;
                },
                attempts,
                firstAttempt == NEVER ? -1 : now - firstAttempt,
                failed ? now - timestamp : -1,
                place == Place.BACKOFF || place == Place.ERROR_BACKOFF ? Math.max(0, backoffEnd(backoff) - now) : 0,
                Set.copyOf(rejectors),
                Set.copyOf(pending),
                gate);
    }

    /** A PreEnqueue plugin holds it back. Gives whether that plugin is new among those that refused it. */
    boolean gated(String plugin) {
        gate = plugin;
        wasFlushed = false;
        if (rejectors.contains(plugin) || pending.contains(plugin)) {
            return false;
        }
        Set<String> more = new TreeSet<>(rejectors);
        more.add(plugin);
        rejectors = more;
        return true;
    }

    /** Since when it has been neither tried nor flushed. */
    long idleSince() {
        return Math.max(timestamp, flushed);
    }

    void flushed(long now) {
        flushed = now;
        wasFlushed = true;
    }

    /** When the backoff ends; {@link Backoff#NONE} where there is none. */
    long backoffEnd(Backoff backoff) {
        if (!backoffKnown) {
            backoffEnd = backoff.end(consecutiveErrors > 0 ? consecutiveErrors : unschedulableCount, timestamp);
            backoffKnown = true;
        }
        return backoffEnd;
    }
}
