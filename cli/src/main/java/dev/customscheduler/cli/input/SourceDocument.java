package dev.customscheduler.cli.input;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.customscheduler.config.Finding;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** One object of a file. */
public final class SourceDocument {
    private final String file;
    private final ObjectNode content;
    private final @Nullable Node node;

    SourceDocument(String file, ObjectNode content, @Nullable Node node) {
        this.file = file;
        this.content = content;
        this.node = node;
    }

    /**
     * The file as the user named it.
     *
     * @return never empty
     */
    public String file() {
        return file;
    }

    /**
     * The object.
     *
     * @return the object itself, not a copy
     */
    public ObjectNode content() {
        return content;
    }

    /**
     * The object's kind.
     *
     * @return empty when it says none
     */
    public String kind() {
        return content.path("kind").asText("");
    }

    /**
     * The object's apiVersion.
     *
     * @return empty when it says none
     */
    public String apiVersion() {
        return content.path("apiVersion").asText("");
    }

    /**
     * A finding about this object, with the file and the line put in.
     *
     * @param finding with a path from the object's root
     * @return the finding to print
     */
    public Finding locate(Finding finding) {
        return new Finding(file, line(finding.path()), 0, finding.severity(), finding.path(), finding.message());
    }

    /**
     * The line on which a field stands.
     *
     * @param path such as {@code spec.profiles[0].schedulerName}; a key with a dot in it cannot be told from two keys
     * @return the line, from 1, of the deepest part of the path that is there; 0 where the file has no positions (JSON)
     */
    public int line(String path) {
        Node at = node;
        if (at == null) {
            return 0;
        }
        int line = NodeConverter.line(at);
        for (String part : path.replace("[", ".[").split("\\.")) {
            if (part.isEmpty()) {
                continue;
            }
            Node next = null;
            if (at instanceof SequenceNode sequence && part.matches("\\[\\d{1,9}]")) {
                int index = Integer.parseInt(part.substring(1, part.length() - 1));
                next = index < sequence.getValue().size() ? sequence.getValue().get(index) : null;
                line = next == null ? line : NodeConverter.line(next);
            } else if (at instanceof MappingNode mapping) {
                for (NodeTuple tuple : mapping.getValue()) {
                    if (tuple.getKeyNode() instanceof ScalarNode key
                            && key.getValue().equals(part)) {
                        next = tuple.getValueNode();
                        line = NodeConverter.line(key);
                    }
                }
            }
            if (next == null) {
                return line;
            }
            at = next;
        }
        return line;
    }
}
