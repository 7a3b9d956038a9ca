package dev.customscheduler.engine.decode;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.customscheduler.framework.model.Document;
import java.io.IOException;

/** Makes documents of parsed objects. */
final class Documents {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private Documents() {}

    static Document of(JsonNode node) throws IOException {
        return Document.ofJson(JSON.writeValueAsBytes(node));
    }
}
