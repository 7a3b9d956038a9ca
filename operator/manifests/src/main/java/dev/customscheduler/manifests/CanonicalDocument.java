package dev.customscheduler.manifests;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.TreeMap;

/**
 * A configuration document as it goes into a ConfigMap. The order of keys, comments and layout of what the user wrote
 * do not matter, so that an equal edit is no rollout.
 *
 * @param yaml keys in alphabetical order, every string quoted: nothing in it can be read as another type
 * @param hash {@value #HASH_LENGTH} hexadecimal digits of the SHA-256 of the content
 */
record CanonicalDocument(String yaml, String hash) {
    private static final int HASH_LENGTH = 10;

    private static final YAMLMapper YAML = YAMLMapper.builder()
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .disable(YAMLGenerator.Feature.SPLIT_LINES)
            .enable(YAMLGenerator.Feature.LITERAL_BLOCK_STYLE)
            .build();
    private static final JsonMapper JSON = new JsonMapper();

    static CanonicalDocument of(JsonNode document) {
        JsonNode sorted = sorted(document);
        try {
            return new CanonicalDocument(YAML.writeValueAsString(sorted), hash(JSON.writeValueAsBytes(sorted)));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of JSON nodes can always be written", e);
        }
    }

    private static JsonNode sorted(JsonNode node) {
        if (node instanceof ObjectNode object) {
            TreeMap<String, JsonNode> fields = new TreeMap<>();
            object.properties().forEach(field -> fields.put(field.getKey(), sorted(field.getValue())));
            return new ObjectNode(JsonNodeFactory.instance, fields);
        }
        if (node instanceof ArrayNode array) {
            ArrayNode copy = JsonNodeFactory.instance.arrayNode(array.size());
            array.forEach(element -> copy.add(sorted(element)));
            return copy;
        }
        return node;
    }

    private static String hash(byte[] content) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
            return HexFormat.of().formatHex(digest).substring(0, HASH_LENGTH);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(
                    "every Java has SHA-256: " + new String(content, StandardCharsets.UTF_8), e);
        }
    }
}
