package dev.customscheduler.config.decode;

import dev.customscheduler.config.tree.GoNumbers;
import dev.customscheduler.config.tree.MappingNode;
import dev.customscheduler.config.tree.Node;
import dev.customscheduler.config.tree.Path;
import dev.customscheduler.config.tree.ScalarNode;
import dev.customscheduler.config.tree.SequenceNode;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Reads the fields of one object as Go's JSON decoder fills a struct: null leaves a field as it is, a value of another
 * type is an error, an integer is digits only and fits its width, field names are exact. Each read names a field that
 * exists; {@link #finish} then reports the others.
 */
final class ObjectReader {
    private final Map<String, MappingNode.Entry> entries;
    private final Path path;
    private final Findings findings;
    private final Set<String> known = new LinkedHashSet<>();

    private ObjectReader(Map<String, MappingNode.Entry> entries, Path path, Findings findings) {
        this.entries = entries;
        this.path = path;
        this.findings = findings;
    }

    /** Reads a node that is to be an object; anything else but null is reported and reads as an empty object. */
    static ObjectReader of(@Nullable Node node, Path path, Findings findings) {
        if (node instanceof MappingNode mapping) {
            return new ObjectReader(mapping.entries(), path, findings);
        }
        if (node != null && !isNull(node)) {
            findings.error(path, "must be an object, not " + node.describe());
        }
        return new ObjectReader(Map.of(), path, findings);
    }

    Path path() {
        return path;
    }

    Path at(String field) {
        return path.child(field);
    }

    private @Nullable Node take(String field) {
        known.add(field);
        MappingNode.Entry entry = entries.get(field);
        return entry == null || isNull(entry.value()) ? null : entry.value();
    }

    /** Whether the field is there and not null. */
    boolean has(String field) {
        return take(field) != null;
    }

    /** The value as it is, null included; null if the field is absent. */
    @Nullable
    Node node(String field) {
        known.add(field);
        MappingNode.Entry entry = entries.get(field);
        return entry == null ? null : entry.value();
    }

    Optional<String> string(String field) {
        return string(take(field), path.child(field));
    }

    private Optional<String> string(@Nullable Node node, Path at) {
        if (node == null) {
            return Optional.empty();
        }
        if (node instanceof ScalarNode scalar && scalar.kind() == ScalarNode.Kind.STRING) {
            return Optional.of(scalar.value());
        }
        findings.error(at, "must be a string, not " + node.describe() + quoteHint(node));
        return Optional.empty();
    }

    private static String quoteHint(Node node) {
        return node instanceof ScalarNode ? "; put it in quotes" : "";
    }

    Optional<Boolean> bool(String field) {
        Node node = take(field);
        if (node == null) {
            return Optional.empty();
        }
        if (node instanceof ScalarNode scalar && scalar.kind() == ScalarNode.Kind.BOOLEAN) {
            return Optional.of(scalar.value().equals("true"));
        }
        findings.error(path.child(field), "must be true or false, not " + node.describe());
        return Optional.empty();
    }

    OptionalInt int32(String field) {
        OptionalLong value = integer(take(field), path.child(field), 32);
        return value.isPresent() ? OptionalInt.of((int) value.getAsLong()) : OptionalInt.empty();
    }

    OptionalLong int64(String field) {
        return integer(take(field), path.child(field), 64);
    }

    private OptionalLong integer(@Nullable Node node, Path at, int bits) {
        if (node == null) {
            return OptionalLong.empty();
        }
        if (!(node instanceof ScalarNode scalar) || scalar.kind() != ScalarNode.Kind.NUMBER) {
            findings.error(at, "must be an integer, not " + node.describe());
            return OptionalLong.empty();
        }
        if (!GoNumbers.isInteger(scalar.value())) {
            findings.error(at, "must be an integer, not the number " + scalar.value());
            return OptionalLong.empty();
        }
        if (scalar.value().length() < 25) {
            BigInteger value = new BigInteger(scalar.value());
            if (value.bitLength() < bits) {
                return OptionalLong.of(value.longValue());
            }
        }
        findings.error(at, scalar.value() + " does not fit an integer of " + bits + " bits");
        return OptionalLong.empty();
    }

    Optional<Float> float32(String field) {
        Node node = take(field);
        if (node == null) {
            return Optional.empty();
        }
        if (node instanceof ScalarNode scalar && scalar.kind() == ScalarNode.Kind.NUMBER) {
            float value = Float.parseFloat(scalar.value());
            if (Float.isFinite(value)) {
                return Optional.of(value);
            }
            findings.error(path.child(field), scalar.value() + " does not fit a float of 32 bits");
            return Optional.empty();
        }
        findings.error(path.child(field), "must be a number, not " + node.describe());
        return Optional.empty();
    }

    /** A duration by value: Go's decoder asks it to read null too, which it cannot. */
    Optional<Duration> duration(String field) {
        Node node = node(field);
        if (node != null && isNull(node)) {
            findings.error(path.child(field), "must be a duration such as \"15s\", not null; leave the field out");
            return Optional.empty();
        }
        return nullableDuration(field);
    }

    Optional<Duration> nullableDuration(String field) {
        Node node = take(field);
        if (node == null) {
            return Optional.empty();
        }
        if (!(node instanceof ScalarNode scalar) || scalar.kind() != ScalarNode.Kind.STRING) {
            findings.error(path.child(field), "must be a duration such as \"15s\", not " + node.describe());
            return Optional.empty();
        }
        Optional<Duration> parsed = GoDurations.parse(scalar.value());
        if (parsed.isEmpty()) {
            findings.error(
                    path.child(field),
                    "\"" + scalar.value()
                            + "\" is no duration; write a number and ns, us, ms, s, m or h, such as \"1m30s\"");
        }
        return parsed;
    }

    /** Bytes in base64; line breaks in it do not count. Returned as canonical base64. */
    String bytes(String field) {
        Node node = take(field);
        if (node == null) {
            return "";
        }
        if (node instanceof SequenceNode list) {
            return byteList(list, path.child(field));
        }
        if (!(node instanceof ScalarNode scalar) || scalar.kind() != ScalarNode.Kind.STRING) {
            findings.error(path.child(field), "must be base64 text, not " + node.describe());
            return "";
        }
        String text = scalar.value().replace("\n", "").replace("\r", "");
        try {
            if (text.length() % 4 == 0) {
                return Base64.getEncoder().encodeToString(Base64.getDecoder().decode(text));
            }
        } catch (IllegalArgumentException notBase64) {
            findings.error(path.child(field), "is not base64: " + notBase64.getMessage());
            return "";
        }
        findings.error(path.child(field), "is not base64: its length must be a multiple of 4");
        return "";
    }

    private String byteList(SequenceNode list, Path at) {
        byte[] out = new byte[list.items().size()];
        for (int i = 0; i < out.length; i++) {
            OptionalLong value = isNull(list.items().get(i))
                    ? OptionalLong.of(0)
                    : integer(list.items().get(i), at.index(i), 16);
            if (value.isPresent() && (value.getAsLong() < 0 || value.getAsLong() > 255)) {
                findings.error(at.index(i), "must be a byte, 0 to 255");
            }
            out[i] = (byte) value.orElse(0);
        }
        return Base64.getEncoder().encodeToString(out);
    }

    /** A nested object, empty where absent. */
    ObjectReader object(String field) {
        return of(take(field), path.child(field), findings);
    }

    /** A list; null elements read as empty ones. */
    <T> List<T> list(String field, BiFunction<@Nullable Node, Path, T> element) {
        Node node = take(field);
        if (node == null) {
            return List.of();
        }
        Path at = path.child(field);
        if (!(node instanceof SequenceNode list)) {
            findings.error(at, "must be a list, not " + node.describe());
            return List.of();
        }
        List<T> out = new ArrayList<>(list.items().size());
        for (int i = 0; i < list.items().size(); i++) {
            Node item = list.items().get(i);
            out.add(element.apply(isNull(item) ? null : item, at.index(i)));
        }
        return out;
    }

    List<String> strings(String field) {
        return list(field, (node, at) -> string(node, at).orElse(""));
    }

    /** Reports every field that nothing has asked for. */
    void finish() {
        finish(Map.of());
    }

    /**
     * Reports every field that nothing has asked for.
     *
     * @param reasons what to say about fields that exist elsewhere, by name
     */
    void finish(Map<String, String> reasons) {
        entries.forEach((field, entry) -> {
            if (!known.contains(field)) {
                String reason = reasons.get(field);
                String message = reason != null
                        ? "unknown field \"" + field + "\": " + reason
                        : "unknown field \"" + field + "\"" + hint(field);
                findings.error(path.child(field), message);
            }
        });
    }

    private String hint(String field) {
        String near = Names.didYouMean(field, known);
        if (!near.isEmpty()) {
            return near;
        }
        return known.isEmpty() ? "" : "; the fields here are " + String.join(", ", known);
    }

    private static boolean isNull(Node node) {
        return node instanceof ScalarNode scalar && scalar.isNull();
    }
}
