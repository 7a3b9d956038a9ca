package dev.customscheduler.config.args;

import java.util.List;

/** {@code core/v1} NodeSelectorRequirement: In, NotIn, Exists, DoesNotExist, Gt or Lt over a label or field. */
public record NodeSelectorRequirement(String key, String operator, List<String> values) {
    public NodeSelectorRequirement {
        values = List.copyOf(values);
    }
}
