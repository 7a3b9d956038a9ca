package dev.customscheduler.cli.input;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** Turns YAML nodes into JSON: aliases become copies, merge keys are merged, scalars have the type of their tag. */
final class NodeConverter {
    /** Aliases of aliases can stand for more than any memory holds: this much more than was written is allowed. */
    private static final int MOST_BY_ALIASES = 1_000_000;

    private static final int DEEPEST = 200;
    private static final JsonNodeFactory JSON = JsonNodeFactory.withExactBigDecimals(true);

    private final long most;
    private long nodes;

    /**
     * For one document.
     *
     * @param size of the file in bytes: without aliases there cannot be more values than that
     */
    NodeConverter(int size) {
        most = (long) size + MOST_BY_ALIASES;
    }

    JsonNode convert(Node node) {
        return convert(node, 0);
    }

    private JsonNode convert(Node node, int depth) {
        if (depth > DEEPEST) {
            throw new DocumentException(line(node), "is nested more than " + DEEPEST + " levels deep");
        }
        if (++nodes > most) {
            throw new DocumentException(line(node), "expands to more than " + most + " values by its aliases");
        }
        return switch (node) {
            case MappingNode mapping -> object(mapping, depth);
            case SequenceNode sequence -> {
                ArrayNode array = JSON.arrayNode(sequence.getValue().size());
                for (Node item : sequence.getValue()) {
                    array.add(convert(item, depth + 1));
                }
                yield array;
            }
            case ScalarNode scalar -> scalar(scalar);
            default -> throw new DocumentException(line(node), "is of a kind that JSON does not have");
        };
    }

    private ObjectNode object(MappingNode mapping, int depth) {
        ObjectNode object = JSON.objectNode();
        for (NodeTuple tuple : mapping.getValue()) {
            if (tuple.getKeyNode().getTag().equals(Tag.MERGE)) {
                merge(object, tuple.getValueNode(), depth);
            }
        }
        Set<String> merged = new HashSet<>();
        object.fieldNames().forEachRemaining(merged::add);
        for (NodeTuple tuple : mapping.getValue()) {
            if (tuple.getKeyNode().getTag().equals(Tag.MERGE)) {
                continue;
            }
            if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
                throw new DocumentException(line(tuple.getKeyNode()), "has a key that is not a text");
            }
            JsonNode earlier = object.replace(key.getValue(), convert(tuple.getValueNode(), depth + 1));
            if (earlier != null && !merged.contains(key.getValue())) {
                throw new DocumentException(line(key), "has the key " + key.getValue() + " twice");
            }
            merged.remove(key.getValue());
        }
        return object;
    }

    private void merge(ObjectNode into, Node from, int depth) {
        JsonNode merged = convert(from, depth + 1);
        if (merged instanceof ObjectNode object) {
            object.properties().forEach(entry -> into.putIfAbsent(entry.getKey(), entry.getValue()));
        } else if (merged instanceof ArrayNode array) {
            for (JsonNode part : array) {
                part.properties().forEach(entry -> into.putIfAbsent(entry.getKey(), entry.getValue()));
            }
        }
    }

    private static JsonNode scalar(ScalarNode scalar) {
        String value = scalar.getValue();
        Tag tag = scalar.getTag();
        try {
            if (tag.equals(Tag.NULL)) {
                return JSON.nullNode();
            } else if (tag.equals(Tag.BOOL)) {
                return JSON.booleanNode(isTrue(value));
            } else if (tag.equals(Tag.INT)) {
                return integer(value.replace("_", ""));
            } else if (tag.equals(Tag.FLOAT) && Character.isDigit(value.charAt(value.length() - 1))) {
                return JSON.numberNode(new BigDecimal(value.replace("_", "")));
            }
        } catch (NumberFormatException e) {
            throw new DocumentException(line(scalar), value + " is not a number: " + e.getMessage());
        }
        return JSON.textNode(value);
    }

    private static boolean isTrue(String value) {
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "true", "yes", "on" -> true;
            default -> false;
        };
    }

    private static JsonNode integer(String value) {
        boolean negative = value.startsWith("-");
        String digits = negative || value.startsWith("+") ? value.substring(1) : value;
        BigInteger number;
        if (digits.startsWith("0b")) {
            number = new BigInteger(digits.substring(2), 2);
        } else if (digits.startsWith("0x")) {
            number = new BigInteger(digits.substring(2), 16);
        } else if (digits.startsWith("0o")) {
            number = new BigInteger(digits.substring(2), 8);
        } else if (digits.length() > 1 && digits.startsWith("0")) {
            number = new BigInteger(digits, 8);
        } else {
            number = new BigInteger(digits);
        }
        BigInteger signed = negative ? number.negate() : number;
        return signed.bitLength() < 64 ? JSON.numberNode(signed.longValue()) : JSON.numberNode(signed);
    }

    static int line(Node node) {
        return node.getStartMark() == null ? 0 : node.getStartMark().getLine() + 1;
    }
}
