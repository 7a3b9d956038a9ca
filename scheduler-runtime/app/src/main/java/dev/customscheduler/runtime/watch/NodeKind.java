package dev.customscheduler.runtime.watch;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import dev.customscheduler.engine.decode.NodeDecoder;
import dev.customscheduler.framework.model.Document;
import dev.customscheduler.framework.model.Node;
import java.io.IOException;

/**
 * Nodes. Their documents, ten kilobytes each in real clusters, are kept only where a plugin wants to read any field.
 */
public final class NodeKind implements WatchedKind<Node> {
    private static final JsonFactory JSON = new JsonFactory();

    private final NodeDecoder decoder = new NodeDecoder();
    private final boolean keepDocuments;

    /** For one reflector: the decoder is not for several threads. */
    public NodeKind(boolean keepDocuments) {
        this.keepDocuments = keepDocuments;
    }

    @Override
    public String plural() {
        return "nodes";
    }

    @Override
    public String path() {
        return "/api/v1/nodes";
    }

    @Override
    public String fieldSelector() {
        return "";
    }

    @Override
    public Node decode(byte[] json) throws IOException {
        try (JsonParser parser = JSON.createParser(json)) {
            parser.nextToken();
            return decoder.read(parser, keepDocuments ? Document.ofJson(json) : null);
        }
    }

    @Override
    public String key(Node node) {
        return node.name();
    }

    @Override
    public String uid(Node node) {
        return node.metadata().uid();
    }

    @Override
    public String resourceVersion(Node node) {
        return node.metadata().resourceVersion();
    }
}
