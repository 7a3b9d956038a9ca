package dev.customscheduler.config.tree;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An object. Merge keys are resolved; of a key that is set twice the last value counts, and {@code duplicates} tells.
 *
 * @param entries in the order of the text
 */
public record MappingNode(Mark start, Mark end, Map<String, Entry> entries, List<Duplicate> duplicates)
        implements Node {
    /** A key with its place, and its value. */
    public record Entry(Mark key, Node value) {}

    /**
     * A key that is set again.
     *
     * @param first where it was set first
     * @param again where it is set again
     */
    public record Duplicate(String key, Mark first, Mark again) {}

    public MappingNode {
        entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
        duplicates = List.copyOf(duplicates);
    }

    /** The value of that key, or null if there is none. */
    public @Nullable Node get(String key) {
        Entry entry = entries.get(key);
        return entry == null ? null : entry.value();
    }

    /** The text of that key if it is a string, or null. */
    public @Nullable String string(String key) {
        return get(key) instanceof ScalarNode scalar && scalar.kind() == ScalarNode.Kind.STRING ? scalar.value() : null;
    }

    @Override
    public String describe() {
        return "an object";
    }
}
