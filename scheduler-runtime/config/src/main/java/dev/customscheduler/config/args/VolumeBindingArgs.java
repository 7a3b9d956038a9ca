package dev.customscheduler.config.args;

import java.util.List;

/**
 * Arguments of VolumeBinding.
 *
 * @param shape scores by the utilization of storage capacity; empty where the version does not score
 */
public record VolumeBindingArgs(long bindTimeoutSeconds, List<UtilizationShapePoint> shape) implements PluginArgs {
    public VolumeBindingArgs {
        shape = List.copyOf(shape);
    }

    @Override
    public String kind() {
        return "VolumeBindingArgs";
    }
}
