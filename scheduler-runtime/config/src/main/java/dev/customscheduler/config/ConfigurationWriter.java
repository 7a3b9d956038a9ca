package dev.customscheduler.config;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Writes a configuration as a v1 document that reads back as the same. Keys are in alphabetical order, as
 * kube-scheduler writes them.
 */
public final class ConfigurationWriter {
    private ConfigurationWriter() {}

    /** The v1 document. */
    public static ObjectNode toJson(KubeSchedulerConfiguration configuration) {
        throw new UnsupportedOperationException();
    }

    /** The v1 document as YAML, as kube-scheduler's {@code --write-config-to} has it. */
    public static String toYaml(KubeSchedulerConfiguration configuration) {
        throw new UnsupportedOperationException();
    }
}
