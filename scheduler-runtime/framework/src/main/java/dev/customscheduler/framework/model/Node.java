package dev.customscheduler.framework.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A node.
 *
 * @param metadata the metadata
 * @param unschedulable whether it is cordoned
 * @param taints its taints
 * @param allocatable what pods may take of it
 * @param images the images that it holds
 * @param declaredFeatures the features that its kubelet declares, sorted
 * @param conditions the status of each condition, by type
 * @param annotations a number that changes with the annotations
 * @param document the whole object, where it is kept
 */
public record Node(
        ObjectMeta metadata,
        boolean unschedulable,
        List<Taint> taints,
        Resources allocatable,
        List<ContainerImage> images,
        List<String> declaredFeatures,
        Map<String, String> conditions,
        long annotations,
        @Nullable Document document) {
    private static final String ZONE = "topology.kubernetes.io/zone";
    private static final String REGION = "topology.kubernetes.io/region";
    private static final String OLD_ZONE = "failure-domain.beta.kubernetes.io/zone";
    private static final String OLD_REGION = "failure-domain.beta.kubernetes.io/region";

    /** The name. */
    public String name() {
        return metadata.name();
    }

    /** The labels. */
    public Labels labels() {
        return metadata.labels();
    }

    /** The region and zone as one string, empty where the node states neither. */
    public String zone() {
        String zone = either(OLD_ZONE, ZONE);
        String region = either(OLD_REGION, REGION);
        return zone.isEmpty() && region.isEmpty() ? "" : region + ":\0:" + zone;
    }

    private String either(String old, String current) {
        String value = labels().get(old);
        if (value == null) {
            value = labels().get(current);
        }
        return value == null ? "" : value;
    }

    @Override
    public String toString() {
        return name();
    }
}
