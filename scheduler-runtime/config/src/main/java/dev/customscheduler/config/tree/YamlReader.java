package dev.customscheduler.config.tree;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.MappingStartEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.events.SequenceStartEvent;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;

/**
 * Composes YAML events into nodes as go-yaml v2 does: merge keys are expanded where they stand, and a key they set
 * again is a duplicate like any other; keys of other types than text are turned into text as sigs.k8s.io/yaml does.
 */
final class YamlReader {
    private static final String MERGE_TAG = "tag:yaml.org,2002:merge";

    /** How many entries merge keys may bring in altogether; go-yaml allows some 400,000 nodes from aliases. */
    private static final int MAX_MERGED = 100_000;

    private final ParserImpl parser;
    private final Map<String, @Nullable Node> anchors = new HashMap<>();
    private int merged;
    private boolean aliased;

    YamlReader(String text) {
        parser = new ParserImpl(new StreamReader(text), new LoaderOptions());
    }

    List<Document> read(int limit) {
        List<Document> documents = new ArrayList<>();
        try {
            parser.getEvent();
            while (!parser.checkEvent(Event.ID.StreamEnd) && documents.size() < limit) {
                parser.getEvent();
                anchors.clear();
                aliased = false;
                Node root = compose(0);
                if (aliased && !AliasBudget.allows(root)) {
                    throw new Unreadable(root.start(), "the document contains excessive aliasing");
                }
                documents.add(Document.of(root));
                if (documents.size() < limit) {
                    parser.getEvent();
                }
            }
        } catch (Unreadable unreadable) {
            documents.add(Document.broken(unreadable.mark(), String.valueOf(unreadable.getMessage())));
        } catch (MarkedYAMLException malformed) {
            org.yaml.snakeyaml.error.Mark at = malformed.getProblemMark();
            Mark mark = at == null ? new Mark(1, 1, 0) : mark(at);
            documents.add(Document.broken(mark, "not YAML: " + oneLine(malformed.getProblem())));
        } catch (YAMLException malformed) {
            documents.add(Document.broken(new Mark(1, 1, 0), "not YAML: " + oneLine(malformed.getMessage())));
        }
        if (documents.isEmpty()) {
            Mark start = new Mark(1, 1, 0);
            documents.add(Document.of(new ScalarNode(start, start, ScalarNode.Kind.NULL, "")));
        }
        return documents;
    }

    private Node compose(int depth) throws Unreadable {
        Event event = parser.getEvent();
        Mark start = mark(event.getStartMark());
        if (depth > Documents.MAX_DEPTH) {
            throw new Unreadable(start, "nested deeper than " + Documents.MAX_DEPTH + " levels");
        }
        return switch (event) {
            case AliasEvent alias -> alias(alias, start);
            case ScalarEvent scalar -> anchored(scalar.getAnchor(), scalar(scalar, start));
            case SequenceStartEvent list -> {
                reserve(list.getAnchor());
                yield anchored(list.getAnchor(), list(start, depth));
            }
            case MappingStartEvent mapping -> {
                reserve(mapping.getAnchor());
                yield anchored(mapping.getAnchor(), mapping(start, depth));
            }
            default -> throw new Unreadable(start, "a value is missing");
        };
    }

    private Node alias(AliasEvent alias, Mark start) throws Unreadable {
        aliased = true;
        if (!anchors.containsKey(alias.getAnchor())) {
            throw new Unreadable(start, "no anchor '" + alias.getAnchor() + "' stands before its alias");
        }
        Node node = anchors.get(alias.getAnchor());
        if (node == null) {
            throw new Unreadable(start, "the anchor '" + alias.getAnchor() + "' contains itself");
        }
        return node;
    }

    private void reserve(@Nullable String anchor) {
        if (anchor != null) {
            anchors.put(anchor, null);
        }
    }

    private Node anchored(@Nullable String anchor, Node node) {
        if (anchor != null) {
            anchors.put(anchor, node);
        }
        return node;
    }

    private static ScalarNode scalar(ScalarEvent event, Mark start) throws Unreadable {
        String tag = event.getTag() == null ? "" : event.getTag();
        boolean plain = event.getImplicit().canOmitTagInPlainScalar();
        return YamlScalars.resolve(start, mark(event.getEndMark()), tag, plain, event.getValue());
    }

    private Node list(Mark start, int depth) throws Unreadable {
        List<Node> items = new ArrayList<>();
        while (!parser.checkEvent(Event.ID.SequenceEnd)) {
            items.add(compose(depth + 1));
        }
        return new SequenceNode(start, mark(parser.getEvent().getEndMark()), items);
    }

    private Node mapping(Mark start, int depth) throws Unreadable {
        Map<String, MappingNode.Entry> entries = new LinkedHashMap<>();
        List<MappingNode.Duplicate> duplicates = new ArrayList<>();
        while (!parser.checkEvent(Event.ID.MappingEnd)) {
            Event next = parser.peekEvent();
            Mark keyMark = mark(next.getStartMark());
            if (isMerge(next)) {
                parser.getEvent();
                merge(compose(depth + 1), keyMark, entries, duplicates);
            } else {
                String key = key(compose(depth + 1));
                set(entries, duplicates, key, new MappingNode.Entry(keyMark, compose(depth + 1)));
            }
        }
        return new MappingNode(start, mark(parser.getEvent().getEndMark()), entries, duplicates);
    }

    private static boolean isMerge(Event event) {
        return event instanceof ScalarEvent scalar
                && scalar.getValue().equals("<<")
                && (scalar.getImplicit().canOmitTagInPlainScalar() || MERGE_TAG.equals(scalar.getTag()));
    }

    private void merge(
            Node from, Mark at, Map<String, MappingNode.Entry> entries, List<MappingNode.Duplicate> duplicates)
            throws Unreadable {
        switch (from) {
            case MappingNode mapping -> {
                merged += mapping.entries().size() + 1;
                if (merged > MAX_MERGED) {
                    throw new Unreadable(at, "the document contains excessive aliasing");
                }
                duplicates.addAll(mapping.duplicates());
                for (Map.Entry<String, MappingNode.Entry> entry :
                        mapping.entries().entrySet()) {
                    set(entries, duplicates, entry.getKey(), entry.getValue());
                }
                duplicates.addAll(mapping.duplicates());
            }
            case SequenceNode list -> {
                for (Node item : list.items().reversed()) {
                    if (!(item instanceof MappingNode)) {
                        throw new Unreadable(at, "a merge key takes an object or a list of objects");
                    }
                    merge(item, at, entries, duplicates);
                }
            }
            case ScalarNode scalar ->
                throw new Unreadable(at, "a merge key takes an object or a list of objects, not " + scalar.describe());
        }
    }

    private static void set(
            Map<String, MappingNode.Entry> entries,
            List<MappingNode.Duplicate> duplicates,
            String key,
            MappingNode.Entry entry) {
        MappingNode.Entry before = entries.put(key, entry);
        if (before != null) {
            duplicates.add(new MappingNode.Duplicate(key, before.key(), entry.key()));
        }
    }

    private static String key(Node node) throws Unreadable {
        if (node instanceof ScalarNode scalar && !scalar.isNull()) {
            return scalar.value();
        }
        throw new Unreadable(node.start(), "a key must be text, not " + node.describe());
    }

    private static Mark mark(org.yaml.snakeyaml.error.Mark mark) {
        return new Mark(mark.getLine() + 1, mark.getColumn() + 1, mark.getIndex());
    }

    private static String oneLine(@Nullable String message) {
        return message == null ? "malformed" : message.lines().findFirst().orElse("malformed");
    }
}
