package dev.customscheduler.engine.queue;

import dev.customscheduler.framework.QueuedPod;
import dev.customscheduler.framework.model.Pod;
import java.util.Set;

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
    private long firstAttempt = NEVER;
    private int unschedulableCount;
    private int consecutiveErrors;
    private long backoffUntil = NEVER;
    private Set<String> rejectors = Set.of();
    private Set<String> pending = Set.of();
    private String gate = "";
    private Place place = Place.NOWHERE;

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

    /** When the pod was first tried, in nanoseconds of the scheduler's clock; now, where it was not. */
    public long firstAttempt(long now) {
        return firstAttempt == NEVER ? now : firstAttempt;
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
        if (by.isEmpty() && waitingFor.isEmpty()) {
            consecutiveErrors++;
        } else {
            unschedulableCount++;
            consecutiveErrors = 0;
        }
        timestamp = now;
        backoffUntil = NEVER;
    }

    boolean isError() {
        return consecutiveErrors > 0;
    }

    Set<String> rejectors() {
        return rejectors;
    }

    Set<String> pending() {
        return pending;
    }

    String gate() {
        return gate;
    }

    void setGate(String plugin) {
        gate = plugin;
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
                place == Place.BACKOFF || place == Place.ERROR_BACKOFF ? Math.max(0, backoffUntil(backoff) - now) : 0,
                Set.copyOf(rejectors),
                Set.copyOf(pending),
                gate);
    }

    /** When the backoff ends; long ago where there is none. */
    long backoffUntil(Backoff backoff) {
        int count = consecutiveErrors > 0 ? consecutiveErrors : unschedulableCount;
        if (count == 0) {
            return NEVER;
        }
        if (backoffUntil == NEVER) {
            backoffUntil = backoff.align(timestamp + backoff.duration(count));
        }
        return backoffUntil;
    }
}
