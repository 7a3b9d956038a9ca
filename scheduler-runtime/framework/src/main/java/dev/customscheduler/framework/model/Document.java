package dev.customscheduler.framework.model;

import java.nio.charset.StandardCharsets;

/**
 * An object as the API server wrote it, kept for readers of fields that the records do not carry. Immutable by
 * agreement.
 */
public final class Document {
    private final byte[] json;

    private Document(byte[] json) {
        this.json = json;
    }

    /**
     * Wraps one JSON object in UTF-8. The array is not copied: the caller gives it up.
     *
     * @param json one complete JSON object
     */
    public static Document ofJson(byte[] json) {
        return new Document(json);
    }

    /** The JSON object in UTF-8. The array is shared: readers must not write to it. */
    public byte[] json() {
        return json;
    }

    @Override
    public String toString() {
        return new String(json, StandardCharsets.UTF_8);
    }
}
