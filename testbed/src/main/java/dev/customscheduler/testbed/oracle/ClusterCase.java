package dev.customscheduler.testbed.oracle;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A question to the oracle: a KubeSchedulerConfiguration, and the nodes, pods and other objects of a cluster, both
 * YAML. Pods without a nodeName are attempted once each, in order.
 */
public record ClusterCase(String config, String cluster) {
    /** Reads {@code config.yaml} and {@code cluster.yaml} of a folder. */
    public static ClusterCase read(Path folder) {
        try {
            return new ClusterCase(
                    Files.readString(folder.resolve("config.yaml")), Files.readString(folder.resolve("cluster.yaml")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
