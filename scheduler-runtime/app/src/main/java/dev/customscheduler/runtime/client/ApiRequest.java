package dev.customscheduler.runtime.client;

import java.time.Duration;

/**
 * One request to the API server.
 *
 * @param path with the query, as it goes on the wire
 * @param contentType of the body; empty where there is none
 * @param body prepared bytes, given up by the caller
 * @param wantsBody whether the answer's body is of interest
 * @param timeout for the whole exchange
 */
public record ApiRequest(
        String method, String path, String contentType, byte[] body, boolean wantsBody, Duration timeout) {
    /** application/json. */
    public static final String JSON = "application/json";

    /** A patch in which lists merge by their keys. */
    public static final String STRATEGIC_MERGE_PATCH = "application/strategic-merge-patch+json";

    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);
    private static final byte[] EMPTY = new byte[0];

    /** GET, with the answer. */
    public static ApiRequest get(String path) {
        return new ApiRequest("GET", path, "", EMPTY, true, DEFAULT_TIMEOUT);
    }

    /** POST of JSON. */
    public static ApiRequest post(String path, byte[] body, boolean wantsBody) {
        return new ApiRequest("POST", path, JSON, body, wantsBody, DEFAULT_TIMEOUT);
    }

    /** PUT of JSON, with the answer. */
    public static ApiRequest put(String path, byte[] body) {
        return new ApiRequest("PUT", path, JSON, body, true, DEFAULT_TIMEOUT);
    }

    /** Strategic merge patch, without the answer. */
    public static ApiRequest strategicPatch(String path, byte[] body) {
        return new ApiRequest("PATCH", path, STRATEGIC_MERGE_PATCH, body, false, DEFAULT_TIMEOUT);
    }

    /** DELETE with options. */
    public static ApiRequest delete(String path, byte[] options) {
        return new ApiRequest("DELETE", path, options.length == 0 ? "" : JSON, options, false, DEFAULT_TIMEOUT);
    }

    /** The same with another timeout. */
    public ApiRequest within(Duration other) {
        return new ApiRequest(method, path, contentType, body, wantsBody, other);
    }
}
