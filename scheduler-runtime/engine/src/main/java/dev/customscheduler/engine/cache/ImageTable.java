package dev.customscheduler.engine.cache;

import dev.customscheduler.framework.ImageState;
import dev.customscheduler.framework.model.ContainerImage;
import dev.customscheduler.framework.model.Node;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The images on all nodes. The size of an image is what the first node said that reported it. */
final class ImageTable {
    private final Map<String, ImageState> images = new HashMap<>();

    Map<String, ImageState> add(Node node) {
        Map<String, ImageState> own = new HashMap<>();
        for (ContainerImage image : node.images()) {
            for (String name : image.names()) {
                ImageState state = images.computeIfAbsent(name, n -> new ImageState(image.sizeBytes()));
                if (own.put(name, state) == null) {
                    state.setNodes(state.nodes() + 1);
                }
            }
        }
        return own.isEmpty() ? Map.of() : own;
    }

    void remove(Node node) {
        Set<String> gone = new HashSet<>();
        for (ContainerImage image : node.images()) {
            gone.addAll(image.names());
        }
        for (String name : gone) {
            ImageState state = images.get(name);
            if (state != null) {
                state.setNodes(state.nodes() - 1);
                if (state.nodes() == 0) {
                    images.remove(name);
                }
            }
        }
    }
}
