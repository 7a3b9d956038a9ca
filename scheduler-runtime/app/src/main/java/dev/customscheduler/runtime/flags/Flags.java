package dev.customscheduler.runtime.flags;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A command line that parsed: every flag has a value of its kind, given or default.
 *
 * <p>Asking for a flag that does not exist, or as another kind, is a bug and throws {@link IllegalArgumentException}.
 */
public final class Flags {
    private final Map<String, Object> values;
    private final List<String> given;

    Flags(Map<String, Object> values, List<String> given) {
        this.values = Map.copyOf(values);
        this.given = List.copyOf(given);
    }

    /** Whether the flag was on the command line. */
    public boolean changed(String name) {
        return given.contains(name);
    }

    /** The value of a flag with one string. */
    public String string(String name) {
        return value(name, String.class);
    }

    /** The value of a boolean flag. */
    public boolean bool(String name) {
        return value(name, Boolean.class);
    }

    /** The value of an integer flag. */
    public int integer(String name) {
        return value(name, Integer.class);
    }

    /** The value of a decimal flag. */
    public double decimal(String name) {
        return value(name, Double.class);
    }

    /** The value of a duration flag. */
    public Duration duration(String name) {
        return value(name, Duration.class);
    }

    /** The values of a flag that takes a comma-separated list and may be repeated. */
    public List<String> strings(String name) {
        List<String> strings = new ArrayList<>();
        for (Object one : value(name, List.class)) {
            strings.add((String) one);
        }
        return strings;
    }

    /** The flags that were given and that this runtime accepts without effect. */
    public List<String> withoutEffect() {
        List<String> names = new ArrayList<>();
        for (Flag flag : FlagTable.all().values()) {
            if (flag.effect() == Flag.Effect.NONE && changed(flag.name())) {
                names.add(flag.name());
            }
        }
        return names;
    }

    /** Every flag with its value as text, in the order of {@code --help}: what {@code /flagz} shows. */
    public Map<String, String> asText() {
        Map<String, String> text = new LinkedHashMap<>();
        for (String name : FlagTable.all().keySet()) {
            Object value = values.get(name);
            text.put(name, value instanceof List<?> list ? list.toString() : String.valueOf(value));
        }
        return text;
    }

    private <T> T value(String name, Class<T> type) {
        Object value = values.get(name);
        if (!type.isInstance(value)) {
            throw new IllegalArgumentException("no flag --" + name + " of type " + type.getSimpleName());
        }
        return type.cast(value);
    }
}
