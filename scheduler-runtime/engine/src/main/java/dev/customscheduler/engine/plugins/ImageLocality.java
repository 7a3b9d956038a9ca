package dev.customscheduler.engine.plugins;

import dev.customscheduler.framework.CycleState;
import dev.customscheduler.framework.Handle;
import dev.customscheduler.framework.ImageState;
import dev.customscheduler.framework.NodeInfo;
import dev.customscheduler.framework.ScorePlugin;
import dev.customscheduler.framework.model.Container;
import dev.customscheduler.framework.model.Pod;
import dev.customscheduler.framework.model.PodSpec;
import dev.customscheduler.framework.model.Volume;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Prefers nodes that hold the pod's images already. An image counts by its size, less the fewer nodes hold it, so that
 * one node does not draw everything; the sum counts from 23 MiB up to 1000 MiB an image.
 */
public final class ImageLocality implements ScorePlugin {
    /** The plugin's name. */
    public static final String NAME = "ImageLocality";

    private static final long MIB = 1024 * 1024;
    private static final long LOWEST = 23 * MIB;
    private static final long HIGHEST_EACH = 1000 * MIB;

    private final Handle handle;

    /** The plugin. */
    public ImageLocality(Handle handle) {
        this.handle = handle;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<Reads> reads() {
        return EnumSet.of(Reads.NODE, Reads.CLUSTER);
    }

    @Override
    public long score(CycleState state, Pod pod, NodeInfo node) {
        if (node.images().isEmpty()) {
            return 0;
        }
        PodSpec spec = pod.spec();
        int total = handle.snapshot().nodes().size();
        int images = spec.initContainers().size() + spec.containers().size();
        long sum = sum(spec.initContainers(), node, total) + sum(spec.containers(), node, total);
        List<Volume> volumes = spec.volumes();
        for (int i = 0; i < volumes.size(); i++) {
            if (volumes.get(i).kind() == Volume.Kind.Image) {
                images++;
                sum += share(volumes.get(i).source(), node, total);
            }
        }
        long highest = HIGHEST_EACH * images;
        long clamped = Math.max(LOWEST, Math.min(sum, highest));
        return sum < LOWEST ? 0 : MAX_SCORE * (clamped - LOWEST) / (highest - LOWEST);
    }

    private static long sum(List<Container> containers, NodeInfo node, int total) {
        long sum = 0;
        for (int i = 0; i < containers.size(); i++) {
            sum += share(containers.get(i).image(), node, total);
        }
        return sum;
    }

    private static long share(String image, NodeInfo node, int total) {
        String name = image.lastIndexOf(':') <= image.lastIndexOf('/') ? image + ":latest" : image;
        ImageState state = node.image(name);
        return state == null ? 0 : (long) ((double) state.sizeBytes() * ((double) state.nodes() / (double) total));
    }
}
