package dev.customscheduler.config;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The one entry: a document goes in, and what the target makes of it comes out. The command line, the operator, its
 * admission webhook and the runtime all decide by this. Never throws for any input; takes time and memory in proportion
 * to the input's size.
 */
public final class ConfigurationReader {
    private ConfigurationReader() {}

    /**
     * Reads a file's bytes, YAML or JSON, as kube-scheduler's {@code --config} does. Only the first document counts.
     */
    public static ConfigurationResult read(byte[] document, Source source, Target target) {
        throw new UnsupportedOperationException();
    }

    /**
     * Reads a configuration that is part of a decoded resource. It may lack apiVersion and kind, and is v1 then.
     * Findings have no line.
     */
    public static ConfigurationResult read(JsonNode document, Source source, Target target) {
        throw new UnsupportedOperationException();
    }
}
