package dev.customscheduler.runtime.serving;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
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

    /**
     * A refusal as the API server writes it: a Status.
     *
     * @param reason a word for programs
     * @param message a text for people
     */
    public static Page status(int code, String reason, String message) {
        ObjectNode status = JsonNodeFactory.instance.objectNode();
        status.put("kind", "Status").put("apiVersion", "v1").putObject("metadata");
        status.put("status", "Failure")
                .put("message", message)
                .put("reason", reason)
                .put("code", code);
        return new Page(code, JSON, (status + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** A JSON document. */
    public static Page json(String json) {
        return new Page(200, JSON, json.getBytes(StandardCharsets.UTF_8));
    }
}
