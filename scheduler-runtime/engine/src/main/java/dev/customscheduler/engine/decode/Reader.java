package dev.customscheduler.engine.decode;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.customscheduler.framework.model.Labels;
import dev.customscheduler.framework.model.ObjectMeta;
import dev.customscheduler.framework.model.OwnerReference;
import dev.customscheduler.framework.model.ResourceList;
import dev.customscheduler.framework.model.ResourceNames;
import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads the parts that objects have in common. Every method starts at the first token of its value and ends at the
 * last. A value of another type than expected reads as absent, as the API server never sends one.
 */
public class Reader {
    private final Canonical<String> strings = new Canonical<>(1 << 13);
    private final Canonical<Labels> labelSets = new Canonical<>(1 << 11);
    private final Canonical<ResourceList> resourceLists = new Canonical<>(1 << 10);
    private final Canonical<OwnerReference> owners = new Canonical<>(1 << 10);

    /** What reads one element of a list. */
    interface Element<T> {
        T read(JsonParser p) throws IOException;
    }

    /** Whether an object begins here; anything else is passed over. */
    static boolean beginsObject(JsonParser p) throws IOException {
        if (p.currentToken() == JsonToken.START_OBJECT) {
            return true;
        }
        p.skipChildren();
        return false;
    }

    /** Moves to the next field's value and gives its name, or null at the object's end. */
    static @Nullable String nextField(JsonParser p) throws IOException {
        if (p.nextToken() != JsonToken.FIELD_NAME) {
            return null;
        }
        String name = p.currentName();
        p.nextToken();
        return name;
    }

    /** A string, a number or a boolean as text; empty for null. */
    String text(JsonParser p) throws IOException {
        if (p.currentToken() == JsonToken.VALUE_NULL || p.currentToken().isStructStart()) {
            p.skipChildren();
            return "";
        }
        return strings.of(p.getText());
    }

    /** A text that is hardly ever met twice, such as a UID. */
    static String uniqueText(JsonParser p) throws IOException {
        if (p.currentToken() == JsonToken.VALUE_NULL || p.currentToken().isStructStart()) {
            p.skipChildren();
            return "";
        }
        return p.getText();
    }

    static boolean bool(JsonParser p) throws IOException {
        return p.currentToken() == JsonToken.VALUE_TRUE || "true".equals(p.getValueAsString());
    }

    static int integer(JsonParser p) throws IOException {
        return p.getValueAsInt();
    }

    static long time(JsonParser p) throws IOException {
        String text = uniqueText(p);
        if (text.isEmpty()) {
            return 0;
        }
        try {
            return Instant.parse(text).toEpochMilli();
        } catch (DateTimeParseException e) {
            throw new JsonParseException(p, "not a time: " + text, e);
        }
    }

    <T> List<T> list(JsonParser p, Element<T> element) throws IOException {
        if (p.currentToken() != JsonToken.START_ARRAY) {
            p.skipChildren();
            return List.of();
        }
        List<T> all = new ArrayList<>(4);
        while (p.nextToken() != JsonToken.END_ARRAY) {
            all.add(element.read(p));
        }
        return all;
    }

    List<String> texts(JsonParser p) throws IOException {
        return List.copyOf(list(p, this::text));
    }

    Labels labels(JsonParser p) throws IOException {
        if (!beginsObject(p)) {
            return Labels.none();
        }
        Map<String, String> map = new TreeMap<>();
        for (String key = nextField(p); key != null; key = nextField(p)) {
            map.put(strings.of(key), text(p));
        }
        return labelSets.of(Labels.of(map));
    }

    ResourceList resources(JsonParser p) throws IOException {
        if (!beginsObject(p)) {
            return ResourceList.none();
        }
        Map<String, Long> map = new TreeMap<>();
        for (String key = nextField(p); key != null; key = nextField(p)) {
            String name = strings.of(key);
            map.put(name, amount(p, name));
        }
        return canonical(ResourceList.of(map));
    }

    ResourceList canonical(ResourceList list) {
        return resourceLists.of(list);
    }

    /** One amount: CPU in thousandths, everything else in whole units. */
    long amount(JsonParser p, String resource) throws IOException {
        String text = uniqueText(p);
        try {
            return resource.equals(ResourceNames.CPU) ? Quantity.thousandths(text) : Quantity.units(text);
        } catch (NumberFormatException | ArithmeticException e) {
            throw new JsonParseException(p, resource + ": not a quantity: " + text, e);
        }
    }

    /** Passes over annotations; they are no part of the metadata that is kept. */
    void annotations(JsonParser p) throws IOException {
        p.skipChildren();
    }

    ObjectMeta metadata(JsonParser p, String defaultNamespace) throws IOException {
        String namespace = "";
        String name = "";
        String uid = "";
        String version = "";
        long generation = 0;
        Labels labels = Labels.none();
        long created = 0;
        long deleted = 0;
        OwnerReference controller = null;
        if (beginsObject(p)) {
            for (String field = nextField(p); field != null; field = nextField(p)) {
                switch (field) {
                    case "namespace" -> namespace = text(p);
                    case "name" -> name = uniqueText(p);
                    case "uid" -> uid = uniqueText(p);
                    case "resourceVersion" -> version = uniqueText(p);
                    case "generation" -> generation = p.getValueAsLong();
                    case "labels" -> labels = labels(p);
                    case "annotations" -> annotations(p);
                    case "creationTimestamp" -> created = time(p);
                    case "deletionTimestamp" -> deleted = time(p);
                    case "ownerReferences" -> controller = controller(p);
                    default -> p.skipChildren();
                }
            }
        }
        return new ObjectMeta(
                namespace.isEmpty() ? defaultNamespace : namespace,
                name,
                uid,
                version,
                generation,
                labels,
                created,
                deleted,
                controller);
    }

    private @Nullable OwnerReference controller(JsonParser p) throws IOException {
        for (OwnerReference owner : list(p, this::owner)) {
            if (!owner.kind().isEmpty()) {
                return owners.of(owner);
            }
        }
        return null;
    }

    /** An owner; one that does not control has an empty kind. */
    private OwnerReference owner(JsonParser p) throws IOException {
        String apiVersion = "";
        String kind = "";
        String name = "";
        String uid = "";
        boolean controls = false;
        if (beginsObject(p)) {
            for (String field = nextField(p); field != null; field = nextField(p)) {
                switch (field) {
                    case "apiVersion" -> apiVersion = text(p);
                    case "kind" -> kind = text(p);
                    case "name" -> name = text(p);
                    case "uid" -> uid = text(p);
                    case "controller" -> controls = bool(p);
                    default -> p.skipChildren();
                }
            }
        }
        return new OwnerReference(apiVersion, controls ? kind : "", name, uid);
    }
}
