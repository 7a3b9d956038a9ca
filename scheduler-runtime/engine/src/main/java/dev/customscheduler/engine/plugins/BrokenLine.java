package dev.customscheduler.engine.plugins;

import dev.customscheduler.config.args.UtilizationShapePoint;
import java.util.List;

/**
 * A line through points of utilisation and score, in integers, truncating toward zero. The points' scores of 0 to 10
 * are stretched to 0 to 100.
 */
final class BrokenLine {
    private final long[] utilizations;
    private final long[] scores;

    BrokenLine(List<UtilizationShapePoint> shape) {
        utilizations = new long[shape.size()];
        scores = new long[shape.size()];
        for (int i = 0; i < utilizations.length; i++) {
            utilizations[i] = shape.get(i).utilization();
            scores[i] = shape.get(i).score() * 10L;
        }
    }

    long at(long utilization) {
        for (int i = 0; i < utilizations.length; i++) {
            if (utilization <= utilizations[i]) {
                if (i == 0) {
                    return scores[0];
                }
                long rise = scores[i] - scores[i - 1];
                return scores[i - 1]
                        + rise * (utilization - utilizations[i - 1]) / (utilizations[i] - utilizations[i - 1]);
            }
        }
        return scores[scores.length - 1];
    }
}
