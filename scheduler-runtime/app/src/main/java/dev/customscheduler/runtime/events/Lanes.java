package dev.customscheduler.runtime.events;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs tasks off the caller's thread, those of one key one after another in their order, those of different keys side
 * by side. Bounded: a task that does not fit is refused at once, never waited for. A lane's virtual thread lives as
 * long as it has work. What a task throws ends that thread as uncaught, and another goes on with the lane.
 */
public final class Lanes {
    private final Lane[] lanes;
    private final int capacity;
    private final String name;
    private final AtomicInteger pending = new AtomicInteger();
    private final Object idle = new Object();
    private volatile boolean closed;

    private static final class Lane {
        private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
        private boolean running;
    }

    /**
     * Makes idle lanes.
     *
     * @param width how many tasks may run at once
     * @param capacity how many may wait or run in all lanes together
     */
    public Lanes(String name, int width, int capacity) {
        this.name = name;
        this.capacity = capacity;
        this.lanes = new Lane[width];
        for (int i = 0; i < width; i++) {
            lanes[i] = new Lane();
        }
    }

    /** Takes a task, or refuses it: the lanes are full or closed. */
    public boolean submit(Object key, Runnable task) {
        if (closed) {
            return false;
        }
        if (pending.incrementAndGet() > capacity) {
            ended();
            return false;
        }
        Lane lane = lanes[Math.floorMod(key.hashCode(), lanes.length)];
        boolean start;
        synchronized (lane) {
            lane.tasks.add(task);
            start = !lane.running;
            lane.running = true;
        }
        if (start) {
            start(lane);
        }
        return true;
    }

    private void start(Lane lane) {
        Thread.ofVirtual().name(name).start(() -> drain(lane));
    }

    /** Tasks that wait or run. */
    public int pending() {
        return pending.get();
    }

    private void drain(Lane lane) {
        while (true) {
            Runnable task;
            synchronized (lane) {
                task = lane.tasks.poll();
                if (task == null) {
                    lane.running = false;
                    return;
                }
            }
            boolean failed = true;
            try {
                task.run();
                failed = false;
            } finally {
                ended();
                if (failed) {
                    start(lane);
                }
            }
        }
    }

    private void ended() {
        if (pending.decrementAndGet() == 0 && closed) {
            synchronized (idle) {
                idle.notifyAll();
            }
        }
    }

    /** Refuses new tasks and waits for those taken; returns how many were not done in time. */
    public int close(Duration patience) throws InterruptedException {
        closed = true;
        long end = System.nanoTime() + patience.toNanos();
        synchronized (idle) {
            long left = patience.toNanos();
            while (pending.get() > 0 && left > 0) {
                TimeUnit.NANOSECONDS.timedWait(idle, left);
                left = end - System.nanoTime();
            }
        }
        return pending.get();
    }
}
