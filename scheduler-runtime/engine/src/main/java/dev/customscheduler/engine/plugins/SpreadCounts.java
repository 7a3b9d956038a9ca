package dev.customscheduler.engine.plugins;

import dev.customscheduler.framework.CycleState;
import java.util.HashMap;
import java.util.Map;

/** How many matching pods lie in each domain of one constraint. */
final class SpreadCounts implements CycleState.Copyable {
    private final Map<String, int[]> domains = new HashMap<>();
    private boolean stale = true;
    private int lowest;

    void add(String domain, int count) {
        domains.computeIfAbsent(domain, d -> new int[1])[0] += count;
        stale = true;
    }

    int get(String domain) {
        int[] count = domains.get(domain);
        return count == null ? 0 : count[0];
    }

    /** The count of the emptiest domain; 0 where there are fewer domains than wanted. */
    int lowest(int minDomains) {
        if (domains.size() < minDomains) {
            return 0;
        }
        return lowest;
    }

    /** Prepares {@link #lowest}, before several threads read. */
    void settle() {
        if (stale) {
            int min = Integer.MAX_VALUE;
            for (int[] count : domains.values()) {
                min = Math.min(min, count[0]);
            }
            lowest = min;
            stale = false;
        }
    }

    @Override
    public SpreadCounts copy() {
        SpreadCounts c = new SpreadCounts();
        domains.forEach((domain, count) -> c.domains.put(domain, count.clone()));
        c.lowest = lowest;
        c.stale = stale;
        return c;
    }
}
