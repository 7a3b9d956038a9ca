package dev.customscheduler.engine.plugins;

import dev.customscheduler.framework.QueueSortPlugin;
import dev.customscheduler.framework.QueuedPod;

/** The higher priority first, then who waits longer. */
public final class PrioritySort implements QueueSortPlugin {
    /** The plugin's name. */
    public static final String NAME = "PrioritySort";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean less(QueuedPod a, QueuedPod b) {
        int byPriority = Integer.compare(b.pod().priority(), a.pod().priority());
        return byPriority != 0 ? byPriority < 0 : a.timestamp() < b.timestamp();
    }
}
