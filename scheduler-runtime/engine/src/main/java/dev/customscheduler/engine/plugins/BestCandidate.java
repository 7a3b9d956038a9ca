package dev.customscheduler.engine.plugins;

import dev.customscheduler.engine.PreemptionCandidate;
import dev.customscheduler.framework.model.Pod;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The nodes whose victims hurt least: fewest broken budgets, then the lowest of the highest priorities, the lowest sum
 * of priorities, the fewest pods, the latest start of the longest running among the most important; the rest is chance.
 */
final class BestCandidate {
    private static final long SHIFT = 1L << 31;
    private static final Comparator<PreemptionCandidate> LESS_HARM = Comparator.comparingInt(
                    PreemptionCandidate::violations)
            .thenComparingInt(c -> c.victims().getFirst().priority())
            .thenComparingLong(BestCandidate::sum)
            .thenComparingInt(c -> c.victims().size())
            .thenComparing(Comparator.comparingLong(BestCandidate::earliest).reversed());

    private BestCandidate() {}

    static List<PreemptionCandidate> of(List<PreemptionCandidate> candidates) {
        List<PreemptionCandidate> best = new ArrayList<>();
        for (PreemptionCandidate c : candidates) {
            int difference = best.isEmpty() ? 0 : LESS_HARM.compare(c, best.getFirst());
            if (difference < 0) {
                best.clear();
            }
            if (difference <= 0) {
                best.add(c);
            }
        }
        return best;
    }

    private static long sum(PreemptionCandidate c) {
        long sum = 0;
        for (Pod pod : c.victims()) {
            sum += pod.priority() + SHIFT;
        }
        return sum;
    }

    private static long earliest(PreemptionCandidate c) {
        int highest = c.victims().getFirst().priority();
        long earliest = Long.MAX_VALUE;
        for (Pod pod : c.victims()) {
            if (pod.priority() == highest) {
                earliest = Math.min(earliest, VictimSelection.start(pod));
            }
        }
        return earliest;
    }
}
