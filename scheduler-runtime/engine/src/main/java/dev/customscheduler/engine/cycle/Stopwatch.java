package dev.customscheduler.engine.cycle;

import dev.customscheduler.engine.SchedulerObserver;
import dev.customscheduler.framework.Status;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Measures single plugins in one cycle of ten, as kube-scheduler does, and of the filters only as many calls as it
 * would report: looking at the clock for every node and plugin would cost more than some plugins do.
 */
final class Stopwatch {
    /** Measures nothing. */
    static final Stopwatch OFF = new Stopwatch(SchedulerObserver.NONE, 0);

    private static final int PERCENT = 10;
    private static final int NODES = 32;

    private final SchedulerObserver observer;
    private final AtomicInteger nodesLeft;

    private Stopwatch(SchedulerObserver observer, int nodes) {
        this.observer = observer;
        this.nodesLeft = new AtomicInteger(nodes);
    }

    /** Mostly {@link #OFF}. */
    static Stopwatch draw(SchedulerObserver observer) {
        return ThreadLocalRandom.current().nextInt(100) < PERCENT ? new Stopwatch(observer, NODES) : OFF;
    }

    /** Whether another node's filters are to be measured. */
    boolean takesNode() {
        return this != OFF && nodesLeft.getAndDecrement() > 0;
    }

    /** A moment to measure from, 0 where nothing is measured. */
    long begin() {
        return this == OFF ? 0 : System.nanoTime();
    }

    /** A plugin has answered. */
    void end(long begin, String plugin, String point, Status status) {
        if (this != OFF) {
            observer.plugin(plugin, point, status.code().name(), System.nanoTime() - begin);
        }
    }

    /** A plugin has answered for so many nodes, each of which counts as one call. */
    void end(long begin, String plugin, String point, Status status, int nodes) {
        if (this != OFF && nodes > 0) {
            observer.plugin(plugin, point, status.code().name(), (System.nanoTime() - begin) / nodes);
        }
    }
}
