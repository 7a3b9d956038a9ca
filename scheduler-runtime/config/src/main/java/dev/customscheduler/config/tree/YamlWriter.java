package dev.customscheduler.config.tree;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Iterator;
import java.util.Map;

/**
 * Writes JSON nodes as YAML in the style of kubectl: lists are not indented, text is quoted only where it would read as
 * something else.
 */
public final class YamlWriter {
    private YamlWriter() {}

    /** The text of an object or a list, ending in a line break. */
    public static String write(JsonNode node) {
        StringBuilder out = new StringBuilder();
        if (isBlock(node)) {
            block(out, node, 0);
        } else {
            out.append(inline(node)).append('\n');
        }
        return out.toString();
    }

    /** The same on one line, which is JSON too. */
    public static String flow(JsonNode node) {
        StringBuilder out = new StringBuilder();
        if (node.isObject()) {
            node.properties()
                    .forEach(field -> out.append(out.isEmpty() ? "" : ", ")
                            .append(TextNode.valueOf(field.getKey()))
                            .append(": ")
                            .append(flow(field.getValue())));
            return "{" + out + "}";
        }
        if (node.isArray()) {
            node.forEach(item -> out.append(out.isEmpty() ? "" : ", ").append(flow(item)));
            return "[" + out + "]";
        }
        return node.toString();
    }

    private static boolean isBlock(JsonNode node) {
        return node.isContainerNode() && !node.isEmpty();
    }

    private static void block(StringBuilder out, JsonNode node, int indent) {
        if (node.isArray()) {
            for (JsonNode item : node) {
                out.repeat(' ', indent).append("- ");
                int start = out.length();
                if (isBlock(item)) {
                    block(out, item, indent + 2);
                    out.delete(start, start + indent + 2);
                } else {
                    out.append(inline(item)).append('\n');
                }
            }
            return;
        }
        for (Iterator<Map.Entry<String, JsonNode>> fields = node.properties().iterator(); fields.hasNext(); ) {
            Map.Entry<String, JsonNode> field = fields.next();
            out.repeat(' ', indent).append(scalar(field.getKey())).append(':');
            if (isBlock(field.getValue())) {
                out.append('\n');
                block(out, field.getValue(), field.getValue().isArray() ? indent : indent + 2);
            } else {
                out.append(' ').append(inline(field.getValue())).append('\n');
            }
        }
    }

    private static String inline(JsonNode node) {
        if (node.isObject()) {
            return "{}";
        }
        if (node.isArray()) {
            return "[]";
        }
        return node.isTextual() ? scalar(node.asText()) : node.toString();
    }

    private static String scalar(String text) {
        return isPlain(text) ? text : TextNode.valueOf(text).toString();
    }

    private static boolean isPlain(String text) {
        if (text.isEmpty() || !text.matches("[A-Za-z/_][-A-Za-z0-9/_.]*( [-A-Za-z0-9/_.]+)*")) {
            return false;
        }
        try {
            return YamlScalars.resolve(Mark.UNKNOWN, Mark.UNKNOWN, "", true, text)
                            .kind()
                    == ScalarNode.Kind.STRING;
        } catch (Unreadable notJson) {
            return false;
        }
    }
}
