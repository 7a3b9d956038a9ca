package dev.customscheduler.engine.cycle;

import dev.customscheduler.engine.profile.Profile;
import dev.customscheduler.framework.Plugin;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How often the plugins of a profile were asked at the points of the scheduling cycle: PreFilter and PreScore where
 * they had something to do, Filter and Score for every node.
 *
 * <p>It is counted for every node and plugin, so each thread has numbers of its own, which it alone changes; a reader
 * adds them up and may miss what is being counted. Virtual threads, which are many and short, share theirs.
 */
public final class PluginCalls {
    private final List<Count> names = new ArrayList<>();
    private final int filter;
    private final int preScore;
    private final int score;
    private final List<long[]> threads = new CopyOnWriteArrayList<>();
    private final ThreadLocal<long[]> own;
    private final AtomicLongArray shared;

    /**
     * One of the numbers.
     *
     * @param point the extension point
     * @param plugin the plugin
     * @param index where to ask for it
     */
    public record Count(String point, String plugin, int index) {}

    PluginCalls(Profile profile) {
        add("PreFilter", profile.preFilter());
        filter = names.size();
        add("Filter", profile.filter());
        preScore = names.size();
        add("PreScore", profile.preScore());
        score = names.size();
        add("Score", profile.score());
        int size = names.size();
        shared = new AtomicLongArray(size);
        own = ThreadLocal.withInitial(() -> {
            long[] counts = new long[size];
            threads.add(counts);
            return counts;
        });
    }

    private void add(String point, List<? extends Plugin> plugins) {
        for (Plugin p : plugins) {
            names.add(new Count(point, p.name(), names.size()));
        }
    }

    /** What is counted. */
    public List<Count> counts() {
        return List.copyOf(names);
    }

    /** How often until now. */
    public long sum(Count count) {
        long sum = shared.get(count.index());
        for (long[] counts : threads) {
            sum += counts[count.index()];
        }
        return sum;
    }

    void preFiltered(int plugin) {
        add(plugin, 1);
    }

    /** The filters up to and including {@code last} were asked about a node, other than those that are skipped. */
    void filtered(boolean[] skipped, int last) {
        if (Thread.currentThread().isVirtual()) {
            for (int i = 0; i <= last; i++) {
                shared.getAndAdd(filter + i, skipped[i] ? 0 : 1);
            }
            return;
        }
        long[] counts = own.get();
        for (int i = 0; i <= last; i++) {
            if (!skipped[i]) {
                counts[filter + i]++;
            }
        }
    }

    void preScored(int plugin) {
        add(preScore + plugin, 1);
    }

    void scored(int plugin, int nodes) {
        add(score + plugin, nodes);
    }

    private void add(int index, long by) {
        if (Thread.currentThread().isVirtual()) {
            shared.getAndAdd(index, by);
        } else {
            own.get()[index] += by;
        }
    }
}
