package dev.customscheduler.config.args;

import java.util.List;
import java.util.Optional;

/**
 * How NodeResourcesFit scores.
 *
 * @param type LeastAllocated, MostAllocated or RequestedToCapacityRatio
 * @param requestedToCapacityRatioShape present exactly where the type is RequestedToCapacityRatio
 */
public record ScoringStrategy(
        String type,
        List<ResourceSpec> resources,
        Optional<List<UtilizationShapePoint>> requestedToCapacityRatioShape) {
    public ScoringStrategy {
        resources = List.copyOf(resources);
        requestedToCapacityRatioShape = requestedToCapacityRatioShape.map(List::copyOf);
    }
}
