package dev.customscheduler.framework;

import dev.customscheduler.framework.model.Pod;
import java.util.List;

/** Turns a plugin's raw scores into scores between {@link ScorePlugin#MIN_SCORE} and {@link ScorePlugin#MAX_SCORE}. */
public interface ScoreExtensions {

    /**
     * Rewrites {@code scores} in place.
     *
     * @param nodes the feasible nodes
     * @param scores the raw score of each, in the same order
     */
    Status normalizeScore(CycleState state, Pod pod, List<NodeInfo> nodes, long[] scores);

    /** Kubernetes' usual way: the highest becomes 100 and the others their integer share; reversed, 100 minus that. */
    static void normalizeByMax(long[] scores, boolean reverse) {
        long max = 0;
        for (long s : scores) {
            max = Math.max(max, s);
        }
        if (max == 0) {
            if (reverse) {
                java.util.Arrays.fill(scores, ScorePlugin.MAX_SCORE);
            }
            return;
        }
        for (int i = 0; i < scores.length; i++) {
            long share = ScorePlugin.MAX_SCORE * scores[i] / max;
            scores[i] = reverse ? ScorePlugin.MAX_SCORE - share : share;
        }
    }
}
