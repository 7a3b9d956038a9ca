package dev.customscheduler.config.tree;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** To and from Jackson's tree. */
public final class JsonNodes {
    private JsonNodes() {}

    /** A tree without positions. Levels below {@link Documents#MAX_DEPTH} make the document unreadable. */
    public static Document from(JsonNode json) {
        Node root = convert(json, 0);
        return root == null
                ? Document.broken(Mark.UNKNOWN, "nested deeper than " + Documents.MAX_DEPTH + " levels")
                : Document.of(root);
    }

    private static @Nullable Node convert(JsonNode json, int depth) {
        if (depth > Documents.MAX_DEPTH) {
            return null;
        }
        if (json instanceof ObjectNode object) {
            Map<String, MappingNode.Entry> entries = new LinkedHashMap<>();
            for (Map.Entry<String, JsonNode> property : object.properties()) {
                Node value = convert(property.getValue(), depth + 1);
                if (value == null) {
                    return null;
                }
                entries.put(property.getKey(), new MappingNode.Entry(Mark.UNKNOWN, value));
            }
            return new MappingNode(Mark.UNKNOWN, Mark.UNKNOWN, entries, List.of());
        }
        if (json instanceof ArrayNode array) {
            List<Node> items = new ArrayList<>();
            for (JsonNode item : array) {
                Node value = convert(item, depth + 1);
                if (value == null) {
                    return null;
                }
                items.add(value);
            }
            return new SequenceNode(Mark.UNKNOWN, Mark.UNKNOWN, items);
        }
        return scalar(json);
    }

    private static ScalarNode scalar(JsonNode json) {
        if (json.isTextual() || json.isBinary()) {
            return new ScalarNode(Mark.UNKNOWN, Mark.UNKNOWN, ScalarNode.Kind.STRING, json.asText());
        }
        if (json.isBoolean()) {
            return new ScalarNode(Mark.UNKNOWN, Mark.UNKNOWN, ScalarNode.Kind.BOOLEAN, json.asText());
        }
        if (json.isNumber()) {
            String literal =
                    json.isIntegralNumber() ? json.bigIntegerValue().toString() : GoNumbers.format(json.doubleValue());
            return new ScalarNode(Mark.UNKNOWN, Mark.UNKNOWN, ScalarNode.Kind.NUMBER, literal);
        }
        return new ScalarNode(Mark.UNKNOWN, Mark.UNKNOWN, ScalarNode.Kind.NULL, "");
    }

    /** Jackson's tree of a node, without positions. */
    public static JsonNode to(Node node) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        return switch (node) {
            case MappingNode mapping -> {
                ObjectNode object = nodes.objectNode();
                mapping.entries().forEach((key, entry) -> object.set(key, to(entry.value())));
                yield object;
            }
            case SequenceNode list -> {
                ArrayNode array = nodes.arrayNode(list.items().size());
                list.items().forEach(item -> array.add(to(item)));
                yield array;
            }
            case ScalarNode scalar ->
                switch (scalar.kind()) {
                    case NULL -> nodes.nullNode();
                    case BOOLEAN -> nodes.booleanNode(scalar.value().equals("true"));
                    case STRING -> nodes.textNode(scalar.value());
                    case NUMBER -> number(scalar.value());
                };
        };
    }

    private static JsonNode number(String literal) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        if (GoNumbers.isInteger(literal) && literal.length() < 400) {
            BigInteger value = new BigInteger(literal);
            return value.bitLength() < 64 ? nodes.numberNode(value.longValue()) : nodes.numberNode(value);
        }
        double value = Double.parseDouble(literal);
        return Double.isFinite(value) ? nodes.numberNode(value) : nodes.numberNode(new BigDecimal(literal));
    }
}
