package dev.customscheduler.config.decode;

import dev.customscheduler.config.ExtensionPoint;
import dev.customscheduler.config.tree.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** A profile as it is written, or with defaults merged in. */
public record ProfileDraft(
        Path path,
        Optional<String> schedulerName,
        OptionalInt percentageOfNodesToScore,
        Map<ExtensionPoint, SetDraft> sets,
        List<ArgsDraft> pluginConfig) {
    public ProfileDraft {
        EnumMap<ExtensionPoint, SetDraft> copy = new EnumMap<>(ExtensionPoint.class);
        copy.putAll(sets);
        sets = copy;
        pluginConfig = List.copyOf(pluginConfig);
    }

    /** The set at that point. */
    public SetDraft at(ExtensionPoint point) {
        return sets.getOrDefault(point, SetDraft.EMPTY);
    }

    /** The path of the set at that point. */
    public Path pathOf(ExtensionPoint point) {
        return path.child("plugins").child(point.field());
    }
}
