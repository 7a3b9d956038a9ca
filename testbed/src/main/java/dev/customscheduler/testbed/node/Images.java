package dev.customscheduler.testbed.node;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The images that a process node has, by repository name: tags and digests are not told apart. */
final class Images {
    private final Map<String, LocalImage> images = new ConcurrentHashMap<>();

    void put(String reference, LocalImage image) {
        images.put(repository(reference), image);
    }

    Optional<LocalImage> find(String reference) {
        return Optional.ofNullable(images.get(repository(reference)));
    }

    /** {@code host:5000/a/b:tag@sha256:...} without tag and digest. */
    static String repository(String reference) {
        String name = reference;
        int digest = name.indexOf('@');
        if (digest >= 0) {
            name = name.substring(0, digest);
        }
        int tag = name.lastIndexOf(':');
        return tag > name.lastIndexOf('/') ? name.substring(0, tag) : name;
    }
}
