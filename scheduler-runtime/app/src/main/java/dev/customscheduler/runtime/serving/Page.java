package dev.customscheduler.runtime.serving;

import java.nio.charset.StandardCharsets;

/**
 * An answer.
 *
 * @param status the HTTP status
 */
public record Page(int status, String contentType, byte[] body) {
    /** Plain text. */
    public static final String TEXT = "text/plain; charset=utf-8";

    /** JSON. */
    public static final String JSON = "application/json";

    /** Text as it is. */
    public static Page text(int status, String text) {
        return new Page(status, TEXT, text.getBytes(StandardCharsets.UTF_8));
    }

    /** A JSON document. */
    public static Page json(String json) {
        return new Page(200, JSON, json.getBytes(StandardCharsets.UTF_8));
    }
}
