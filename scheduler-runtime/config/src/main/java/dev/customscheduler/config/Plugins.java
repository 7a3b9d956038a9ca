package dev.customscheduler.config;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/** A profile's plugin sets by extension point, after the default plugins were merged in. */
public record Plugins(Map<ExtensionPoint, PluginSet> sets) {
    public Plugins {
        EnumMap<ExtensionPoint, PluginSet> copy = new EnumMap<>(ExtensionPoint.class);
        copy.putAll(sets);
        sets = Collections.unmodifiableMap(copy);
    }

    /** The set at that point, empty where none is written. */
    public PluginSet at(ExtensionPoint point) {
        return sets.getOrDefault(point, PluginSet.EMPTY);
    }
}
