package dev.customscheduler.config.tree;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Strict JSON with positions. Numbers keep their literal, for {@code 1.0} is no integer to kube-scheduler's JSON
 * decoder.
 */
final class JsonReader {
    private static final JsonFactory FACTORY = new JsonFactory();

    private final JsonParser parser;

    private JsonReader(JsonParser parser) {
        this.parser = parser;
    }

    static Document read(String text) {
        try (JsonParser parser = FACTORY.createParser(text)) {
            JsonReader reader = new JsonReader(parser);
            parser.nextToken();
            Node root = reader.value(0);
            if (parser.nextToken() != null) {
                return Document.broken(reader.mark(), "text follows the end of the JSON document");
            }
            return Document.of(root);
        } catch (TooDeep tooDeep) {
            return Document.broken(tooDeep.mark, "nested deeper than " + Documents.MAX_DEPTH + " levels");
        } catch (JsonProcessingException broken) {
            JsonLocation at = broken.getLocation();
            Mark mark = at == null ? new Mark(1, 1, 0) : mark(at);
            return Document.broken(mark, "not JSON (the text begins with a brace): " + oneLine(broken));
        } catch (IOException unreadable) {
            return Document.broken(new Mark(1, 1, 0), "not JSON: " + unreadable.getMessage());
        }
    }

    private Node value(int depth) throws IOException {
        Mark start = mark();
        if (depth > Documents.MAX_DEPTH) {
            throw new TooDeep(start);
        }
        JsonToken token = parser.currentToken();
        if (token == JsonToken.START_OBJECT) {
            return object(start, depth);
        }
        if (token == JsonToken.START_ARRAY) {
            List<Node> items = new ArrayList<>();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                items.add(value(depth + 1));
            }
            return new SequenceNode(start, end(), items);
        }
        ScalarNode.Kind kind = switch (token) {
            case VALUE_STRING -> ScalarNode.Kind.STRING;
            case VALUE_TRUE, VALUE_FALSE -> ScalarNode.Kind.BOOLEAN;
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> ScalarNode.Kind.NUMBER;
            default -> ScalarNode.Kind.NULL;
        };
        String text = kind == ScalarNode.Kind.NULL ? "" : parser.getText();
        return new ScalarNode(start, end(), kind, text);
    }

    private Node object(Mark start, int depth) throws IOException {
        Map<String, MappingNode.Entry> entries = new LinkedHashMap<>();
        List<MappingNode.Duplicate> duplicates = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            Mark keyMark = mark();
            String key = parser.currentName();
            parser.nextToken();
            MappingNode.Entry before = entries.put(key, new MappingNode.Entry(keyMark, value(depth + 1)));
            if (before != null) {
                duplicates.add(new MappingNode.Duplicate(key, before.key(), keyMark));
            }
        }
        return new MappingNode(start, end(), entries, duplicates);
    }

    private Mark mark() {
        return mark(parser.currentTokenLocation());
    }

    private Mark end() {
        return mark(parser.currentLocation());
    }

    private static Mark mark(JsonLocation at) {
        return new Mark(at.getLineNr(), at.getColumnNr(), (int) at.getCharOffset());
    }

    private static String oneLine(JsonProcessingException broken) {
        return broken.getOriginalMessage().lines().findFirst().orElse("malformed");
    }

    /** Unwinds the recursion; carries the place. */
    private static final class TooDeep extends IOException {
        private final Mark mark;

        TooDeep(Mark mark) {
            super("nested too deeply");
            this.mark = mark;
        }
    }
}
