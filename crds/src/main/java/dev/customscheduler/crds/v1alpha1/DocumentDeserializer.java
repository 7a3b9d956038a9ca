package dev.customscheduler.crds.v1alpha1;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/**
 * Reads a document of any depth. What lies deeper than {@value #MAX_DEPTH} levels is replaced by a text that says so,
 * which the configuration library then refuses with its path: the API server admits thousands of levels, and whoever
 * writes such a tree again recurses over it.
 */
final class DocumentDeserializer extends JsonDeserializer<JsonNode> {
    /** Several times what the deepest valid KubeSchedulerConfiguration has. */
    static final int MAX_DEPTH = 64;

    private static final String TOO_DEEP = "(left out: nested deeper than " + MAX_DEPTH + " levels)";

    @Override
    public JsonNode deserialize(JsonParser parser, DeserializationContext context) throws IOException {
        return read(parser, context, 0);
    }

    private static JsonNode read(JsonParser parser, DeserializationContext context, int depth) throws IOException {
        JsonToken token = parser.currentToken();
        if (token != JsonToken.START_OBJECT && token != JsonToken.START_ARRAY) {
            return context.readTree(parser);
        }
        if (depth == MAX_DEPTH) {
            parser.skipChildren();
            return context.getNodeFactory().textNode(TOO_DEEP);
        }
        if (token == JsonToken.START_ARRAY) {
            ArrayNode array = context.getNodeFactory().arrayNode();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                array.add(read(parser, context, depth + 1));
            }
            return array;
        }
        ObjectNode object = context.getNodeFactory().objectNode();
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            parser.nextToken();
            object.set(name, read(parser, context, depth + 1));
        }
        return object;
    }
}
