package dev.customscheduler.runtime.watch;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One page of a list, its items cut out as bytes for their own decoder.
 *
 * @param items each a complete JSON object
 * @param resourceVersion from which a watch may go on
 * @param continuation the token for the next page, empty on the last
 */
record ListPage(List<byte[]> items, String resourceVersion, String continuation) {
    private static final JsonFactory JSON = new JsonFactory();

    static ListPage parse(byte[] body) throws IOException {
        List<byte[]> items = new ArrayList<>();
        String resourceVersion = "";
        String continuation = "";
        try (JsonParser parser = JSON.createParser(body)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("a list is not a JSON object");
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String field = parser.currentName();
                JsonToken value = parser.nextToken();
                if (field.equals("items") && value == JsonToken.START_ARRAY) {
                    while (parser.nextToken() == JsonToken.START_OBJECT) {
                        int start = (int) parser.currentTokenLocation().getByteOffset();
                        parser.skipChildren();
                        int end = (int) parser.currentLocation().getByteOffset();
                        items.add(Arrays.copyOfRange(body, start, end));
                    }
                } else if (field.equals("metadata") && value == JsonToken.START_OBJECT) {
                    while (parser.nextToken() == JsonToken.FIELD_NAME) {
                        String name = parser.currentName();
                        parser.nextToken();
                        if (name.equals("resourceVersion")) {
                            resourceVersion = parser.getText();
                        } else if (name.equals("continue")) {
                            continuation = parser.getText();
                        } else {
                            parser.skipChildren();
                        }
                    }
                } else {
                    parser.skipChildren();
                }
            }
        }
        if (resourceVersion.isEmpty()) {
            throw new IOException("a list without metadata.resourceVersion");
        }
        return new ListPage(items, resourceVersion, continuation);
    }
}
