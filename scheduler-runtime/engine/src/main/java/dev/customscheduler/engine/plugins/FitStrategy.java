package dev.customscheduler.engine.plugins;

import dev.customscheduler.config.args.ScoringStrategy;
import dev.customscheduler.config.args.UtilizationShapePoint;
import dev.customscheduler.framework.NodeInfo;
import dev.customscheduler.framework.ScorePlugin;
import java.util.List;

/** How full a node should get: the weighted integer mean over the resources of a score for each. */
abstract class FitStrategy {
    private final ResourceScoring resources;

    private FitStrategy(ResourceScoring resources) {
        this.resources = resources;
    }

    /** The strategy that the arguments name. */
    static FitStrategy of(ScoringStrategy strategy, ResourceScoring resources) {
        return switch (strategy.type()) {
            case "LeastAllocated" -> new Least(resources);
            case "MostAllocated" -> new Most(resources);
            case "RequestedToCapacityRatio" ->
                new Ratio(resources, strategy.requestedToCapacityRatioShape().orElse(List.of()));
            default -> throw new IllegalArgumentException("scoring strategy " + strategy.type() + " is not supported");
        };
    }

    /** The score of one resource, given what would be requested of it and what there is (never 0). */
    abstract long resource(long requested, long allocatable);

    /** Whether a resource of score 0 is left out of the mean. */
    boolean skipsZero() {
        return false;
    }

    long mean(long sum, long weights) {
        return sum / weights;
    }

    final long score(long[] podRequests, NodeInfo node) {
        long sum = 0;
        long weights = 0;
        for (int i = 0; i < podRequests.length; i++) {
            long allocatable = resources.allocatable(i, node, podRequests[i]);
            if (allocatable == 0) {
                continue;
            }
            long score = resource(resources.allocated(i, node) + podRequests[i], allocatable);
            if (score > 0 || !skipsZero()) {
                sum += score * resources.weight(i);
                weights += resources.weight(i);
            }
        }
        return weights == 0 ? 0 : mean(sum, weights);
    }

    private static final class Least extends FitStrategy {
        Least(ResourceScoring resources) {
            super(resources);
        }

        @Override
        long resource(long requested, long allocatable) {
            return requested > allocatable ? 0 : (allocatable - requested) * ScorePlugin.MAX_SCORE / allocatable;
        }
    }

    private static final class Most extends FitStrategy {
        Most(ResourceScoring resources) {
            super(resources);
        }

        @Override
        long resource(long requested, long allocatable) {
            return Math.min(requested, allocatable) * ScorePlugin.MAX_SCORE / allocatable;
        }
    }

    /** A broken line through the points of the shape, whose scores of 0 to 10 are stretched to 0 to 100. */
    private static final class Ratio extends FitStrategy {
        private final BrokenLine line;

        Ratio(ResourceScoring resources, List<UtilizationShapePoint> shape) {
            super(resources);
            line = new BrokenLine(shape);
        }

        @Override
        long resource(long requested, long allocatable) {
            return line.at(requested > allocatable ? 100 : requested * 100 / allocatable);
        }

        @Override
        boolean skipsZero() {
            return true;
        }

        @Override
        long mean(long sum, long weights) {
            return Math.round((double) sum / (double) weights);
        }
    }
}
