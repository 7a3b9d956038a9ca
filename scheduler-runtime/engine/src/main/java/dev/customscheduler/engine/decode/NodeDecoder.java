package dev.customscheduler.engine.decode;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import dev.customscheduler.framework.model.ContainerImage;
import dev.customscheduler.framework.model.Document;
import dev.customscheduler.framework.model.Node;
import dev.customscheduler.framework.model.ObjectMeta;
import dev.customscheduler.framework.model.ResourceList;
import dev.customscheduler.framework.model.Resources;
import dev.customscheduler.framework.model.Taint;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads nodes. Not for several threads at once. */
public final class NodeDecoder extends Reader {
    private final Canonical<Resources> allocatables = new Canonical<>(1 << 8);
    private final Canonical<ContainerImage> imageRecords = new Canonical<>(1 << 12);
    private final Canonical<Taint> taintRecords = new Canonical<>(1 << 8);
    private final Canonical<Map<String, String>> conditionMaps = new Canonical<>(1 << 6);
    private long annotations;

    /** A decoder that has seen nothing yet. */
    public NodeDecoder() {}

    /** Reads a node from a parsed document, which becomes the node's own. */
    public Node read(JsonNode node) throws IOException {
        try (JsonParser p = node.traverse()) {
            p.nextToken();
            return read(p, Documents.of(node));
        }
    }

    /**
     * Reads a node from a stream.
     *
     * @param p at the object's first token; afterwards at its last
     * @param document the whole object, to be kept with the node, or null
     * @throws IOException where the stream breaks off or a value is malformed
     */
    public Node read(JsonParser p, @Nullable Document document) throws IOException {
        Fields f = new Fields();
        annotations = 0;
        if (beginsObject(p)) {
            for (String field = nextField(p); field != null; field = nextField(p)) {
                switch (field) {
                    case "metadata" -> f.meta = metadata(p, "");
                    case "spec" -> spec(p, f);
                    case "status" -> status(p, f);
                    default -> p.skipChildren();
                }
            }
        }
        ResourceList allocatable = f.allocatable == null ? f.capacity : f.allocatable;
        return new Node(
                f.meta,
                f.unschedulable,
                f.taints,
                allocatables.of(Resources.of(allocatable)),
                f.images,
                f.features,
                f.conditions,
                annotations,
                document);
    }

    private static final class Fields {
        private ObjectMeta meta = ObjectMeta.named("", "");
        private boolean unschedulable;
        private List<Taint> taints = List.of();
        private @Nullable ResourceList allocatable;
        private ResourceList capacity = ResourceList.none();
        private List<ContainerImage> images = List.of();
        private List<String> features = List.of();
        private Map<String, String> conditions = Map.of();
    }

    private void spec(JsonParser p, Fields f) throws IOException {
        if (!beginsObject(p)) {
            return;
        }
        for (String field = nextField(p); field != null; field = nextField(p)) {
            switch (field) {
                case "unschedulable" -> f.unschedulable = bool(p);
                case "taints" -> f.taints = List.copyOf(list(p, this::taint));
                default -> p.skipChildren();
            }
        }
    }

    private void status(JsonParser p, Fields f) throws IOException {
        if (!beginsObject(p)) {
            return;
        }
        for (String field = nextField(p); field != null; field = nextField(p)) {
            switch (field) {
                case "allocatable" -> f.allocatable = resources(p);
                case "capacity" -> f.capacity = resources(p);
                case "conditions" -> f.conditions = conditions(p);
                case "images" -> f.images = List.copyOf(list(p, this::image));
                case "declaredFeatures" ->
                    f.features = texts(p).stream().sorted().toList();
                default -> p.skipChildren();
            }
        }
    }

    /** The annotations as one number that does not depend on their order. */
    @Override
    void annotations(JsonParser p) throws IOException {
        if (!beginsObject(p)) {
            return;
        }
        for (String key = nextField(p); key != null; key = nextField(p)) {
            long pair = ((long) key.hashCode() << 32) ^ (uniqueText(p).hashCode() & 0xffffffffL);
            annotations += (pair ^ (pair >>> 29)) * 0x9E3779B97F4A7C15L;
        }
    }

    private Map<String, String> conditions(JsonParser p) throws IOException {
        Map<String, String> all = new HashMap<>();
        list(p, element -> {
            String type = "";
            String status = "";
            if (beginsObject(element)) {
                for (String field = nextField(element); field != null; field = nextField(element)) {
                    switch (field) {
                        case "type" -> type = text(element);
                        case "status" -> status = text(element);
                        default -> element.skipChildren();
                    }
                }
            }
            all.put(type, status);
            return type;
        });
        return conditionMaps.of(Map.copyOf(all));
    }

    private Taint taint(JsonParser p) throws IOException {
        String key = "";
        String value = "";
        String effect = "";
        if (beginsObject(p)) {
            for (String field = nextField(p); field != null; field = nextField(p)) {
                switch (field) {
                    case "key" -> key = text(p);
                    case "value" -> value = text(p);
                    case "effect" -> effect = text(p);
                    default -> p.skipChildren();
                }
            }
        }
        return taintRecords.of(new Taint(key, value, effect));
    }

    private ContainerImage image(JsonParser p) throws IOException {
        List<String> names = List.of();
        long size = 0;
        if (beginsObject(p)) {
            for (String field = nextField(p); field != null; field = nextField(p)) {
                switch (field) {
                    case "names" -> names = texts(p);
                    case "sizeBytes" -> size = p.getValueAsLong();
                    default -> p.skipChildren();
                }
            }
        }
        return imageRecords.of(new ContainerImage(names, size));
    }
}
