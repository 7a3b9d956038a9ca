package dev.customscheduler.runtime.watch;

import java.io.IOException;

/**
 * A kind of object as a reflector needs to know it.
 *
 * @param <T> the decoded object, immutable
 */
public interface WatchedKind<T> {
    /** The plural in lower case, for messages and thread names: {@code pods}. */
    String plural();

    /** The path of the list over all namespaces: {@code /api/v1/pods}. */
    String path();

    /** A field selector, or empty. */
    String fieldSelector();

    /**
     * Decodes one object.
     *
     * @param json a complete JSON object, given up by the caller
     */
    T decode(byte[] json) throws IOException;

    /** What tells objects of this kind apart at one moment: {@code namespace/name}, or the name. */
    String key(T object);

    /** What tells an object from a later one of the same name. */
    String uid(T object);

    /** metadata.resourceVersion. */
    String resourceVersion(T object);
}
