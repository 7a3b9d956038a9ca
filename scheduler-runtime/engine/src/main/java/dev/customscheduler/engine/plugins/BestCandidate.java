package dev.customscheduler.engine.plugins;

import dev.customscheduler.engine.plugins.VictimSelection.Candidate;
import dev.customscheduler.framework.model.Pod;
import java.util.Comparator;
import java.util.List;

/**
 * The node whose victims hurt least: fewest broken budgets, then the lowest of the highest priorities, the lowest sum
 * of priorities, the fewest pods, the latest start of the longest running among the most important; then the first.
 */
final class BestCandidate {
    private static final long SHIFT = 1L << 31;
    private static final Comparator<Candidate> LESS_HARM = Comparator.comparingInt(Candidate::violations)
            .thenComparingInt(c -> c.victims().getFirst().priority())
            .thenComparingLong(BestCandidate::sum)
            .thenComparingInt(c -> c.victims().size())
            .thenComparing(Comparator.comparingLong(BestCandidate::earliest).reversed());

    private BestCandidate() {}

    static Candidate of(List<Candidate> candidates) {
        Candidate best = candidates.getFirst();
        for (Candidate c : candidates) {
            if (LESS_HARM.compare(c, best) < 0) {
                best = c;
            }
        }
        return best;
    }

    private static long sum(Candidate c) {
        long sum = 0;
        for (Pod pod : c.victims()) {
            sum += pod.priority() + SHIFT;
        }
        return sum;
    }

    private static long earliest(Candidate c) {
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
