package dev.customscheduler.cli.input;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.customscheduler.config.Finding;
import dev.customscheduler.config.Severity;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.composer.Composer;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;
import org.yaml.snakeyaml.reader.UnicodeReader;

/**
 * The objects of a file: YAML of several documents or JSON, with the items of any List in the List's place.
 *
 * @param documents in the file's order
 * @param problems what could not be read; the documents before it are there all the same
 */
public record Documents(List<SourceDocument> documents, List<Finding> problems) {
    /** The name of standard input on the command line. */
    public static final String STANDARD_INPUT = "-";

    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    /** Copies the lists. */
    public Documents {
        documents = List.copyOf(documents);
        problems = List.copyOf(problems);
    }

    /**
     * Reads a file.
     *
     * @param file its path, or {@value #STANDARD_INPUT}
     * @return its objects
     * @throws IOException when there is no such file or it cannot be read
     */
    public static Documents read(String file) throws IOException {
        byte[] bytes = file.equals(STANDARD_INPUT) ? System.in.readAllBytes() : Files.readAllBytes(Path.of(file));
        return parse(file, bytes);
    }

    /**
     * Reads a file's bytes.
     *
     * @param file what to call it in findings
     * @param bytes UTF-8, or UTF-16 with a byte order mark
     * @return its objects
     */
    public static Documents parse(String file, byte[] bytes) {
        Collector collector = new Collector(file);
        if (looksLikeJson(bytes)) {
            collector.json(bytes);
        } else {
            collector.yaml(bytes);
        }
        return new Documents(collector.documents, collector.problems);
    }

    /** A flow mapping may be YAML that is no JSON; what begins with a quoted key is meant as JSON. */
    private static boolean looksLikeJson(byte[] bytes) {
        boolean brace = false;
        for (byte b : bytes) {
            if (b == ' ' || b == '\t' || b == '\n' || b == '\r') {
                continue;
            }
            if (brace) {
                return b == '"' || b == '}';
            }
            if (b != '{') {
                return false;
            }
            brace = true;
        }
        return false;
    }

    private static final class Collector {
        private final String file;
        private final List<SourceDocument> documents = new ArrayList<>();
        private final List<Finding> problems = new ArrayList<>();

        Collector(String file) {
            this.file = file;
        }

        void json(byte[] bytes) {
            try (MappingIterator<JsonNode> values =
                    JSON.readerFor(JsonNode.class).readValues(bytes)) {
                while (values.hasNextValue()) {
                    add(values.nextValue(), null);
                }
            } catch (JsonProcessingException e) {
                int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
                problem(line, "is not JSON: " + e.getOriginalMessage());
            } catch (IOException e) {
                throw new IllegalStateException("reading from memory", e);
            }
        }

        void yaml(byte[] bytes) {
            LoaderOptions options = new LoaderOptions();
            options.setCodePointLimit(Integer.MAX_VALUE);
            options.setMaxAliasesForCollections(Integer.MAX_VALUE);
            options.setNestingDepthLimit(200);
            options.setAllowDuplicateKeys(false);
            try {
                StreamReader reader = new StreamReader(new UnicodeReader(new java.io.ByteArrayInputStream(bytes)));
                Composer composer = new Composer(new ParserImpl(reader, options), new ScalarResolver(), options);
                while (composer.checkNode()) {
                    Node node = composer.getNode();
                    add(new NodeConverter(bytes.length).convert(node), node);
                }
            } catch (DocumentException e) {
                problem(e.line(), String.valueOf(e.getMessage()));
            } catch (MarkedYAMLException e) {
                int line = e.getProblemMark() == null ? 0 : e.getProblemMark().getLine() + 1;
                problem(line, "is not YAML: " + e.getProblem());
            } catch (YAMLException e) {
                problem(
                        0,
                        "is not YAML: "
                                + String.valueOf(e.getMessage())
                                        .lines()
                                        .findFirst()
                                        .orElse(""));
            }
        }

        private void add(JsonNode value, @Nullable Node node) {
            if (value.isNull() || value.isMissingNode()) {
                return;
            }
            if (!(value instanceof ObjectNode object)) {
                problem(node == null ? 0 : NodeConverter.line(node), "is not an object with apiVersion and kind");
                return;
            }
            JsonNode items = object.get("items");
            if (items == null
                    || !items.isArray()
                    || !object.path("kind").asText("").endsWith("List")) {
                documents.add(new SourceDocument(file, object, node));
                return;
            }
            Node itemNodes = node == null ? null : child(node, "items");
            for (int i = 0; i < items.size(); i++) {
                JsonNode item = items.get(i);
                if (item instanceof ObjectNode child) {
                    inheritType(object, child);
                }
                add(item, itemNodes instanceof SequenceNode all ? all.getValue().get(i) : null);
            }
        }

        /** The items of a PodList carry no type of their own. */
        private static void inheritType(ObjectNode list, ObjectNode item) {
            String kind = list.path("kind").asText();
            if (!item.has("kind") && kind.length() > "List".length()) {
                item.set("apiVersion", list.path("apiVersion"));
                item.put("kind", kind.substring(0, kind.length() - "List".length()));
            }
        }

        private static @Nullable Node child(Node node, String key) {
            if (node instanceof MappingNode mapping) {
                for (NodeTuple tuple : mapping.getValue()) {
                    if (tuple.getKeyNode() instanceof ScalarNode name
                            && name.getValue().equals(key)) {
                        return tuple.getValueNode();
                    }
                }
            }
            return null;
        }

        private void problem(int line, String message) {
            problems.add(new Finding(file, line, 0, Severity.ERROR, "", message));
        }
    }

    /**
     * The bytes of a text, for callers that have one already.
     *
     * @param file what to call it in findings
     * @param text YAML or JSON
     * @return its objects
     */
    public static Documents parse(String file, String text) {
        return parse(file, text.getBytes(StandardCharsets.UTF_8));
    }
}
