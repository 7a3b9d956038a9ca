package dev.customscheduler.runtime.events;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs tasks off the caller's thread, those of one key one after another in their order, those of different keys side
 * by side. Bounded: a task that does not fit is refused at once, never waited for. A lane's virtual thread lives as
 * long as it has work.
 */
public final class Lanes {
    private final Lane[] lanes;
    private final int capacity;
    private final String name;
    private final AtomicInteger pending = new AtomicInteger();
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
            pending.decrementAndGet();
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
            Thread.ofVirtual().name(name).start(() -> drain(lane));
        }
        return true;
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
            try {
                task.run();
            } finally {
                pending.decrementAndGet();
            }
        }
    }

    /** Refuses new tasks and waits for those taken; returns how many were not done in time. */
    public int close(Duration patience) throws InterruptedException {
        closed = true;
        long end = System.nanoTime() + patience.toNanos();
        while (pending.get() > 0 && System.nanoTime() < end) {
            Thread.sleep(5);
        }
        return pending.get();
    }
}
