package dev.customscheduler.config.tree;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Reads texts. Never throws for any input. What is refused beyond YAML's and JSON's own rules: more than
 * {@value #MAX_BYTES} bytes, more than {@value #MAX_DEPTH} levels, aliases that expand to more than their text
 * warrants.
 */
public final class Documents {
    /** Twice what etcd stores for one object, and more than any ConfigMap holds. */
    public static final int MAX_BYTES = 4 << 20;

    /** Far beyond any configuration; kube-scheduler's own limit is 10,000. */
    public static final int MAX_DEPTH = 500;

    private Documents() {}

    /**
     * The first document, as kube-scheduler reads its file: a text that begins with a brace is JSON and nothing else;
     * of YAML only the first document is looked at. An empty text is null.
     */
    public static Document first(byte[] text) {
        return read(text, 1).getFirst();
    }

    /** All documents of a text, at least one. Nothing follows a document that cannot be read. */
    public static List<Document> all(byte[] text) {
        return read(text, Integer.MAX_VALUE);
    }

    private static List<Document> read(byte[] text, int limit) {
        if (text.length > MAX_BYTES) {
            return List.of(Document.broken(new Mark(1, 1, 0), "the file is larger than 4 MiB"));
        }
        String decoded;
        try {
            decoded = decode(text);
        } catch (CharacterCodingException notText) {
            return List.of(Document.broken(new Mark(1, 1, 0), "the file is not UTF-8 text: " + notText.getMessage()));
        }
        return looksLikeJson(decoded) ? List.of(JsonReader.read(decoded)) : new YamlReader(decoded).read(limit);
    }

    private static String decode(byte[] text) throws CharacterCodingException {
        Charset charset = StandardCharsets.UTF_8;
        int skip = 0;
        if (text.length >= 3 && (text[0] & 0xff) == 0xef && (text[1] & 0xff) == 0xbb && (text[2] & 0xff) == 0xbf) {
            skip = 3;
        } else if (text.length >= 2 && (text[0] & 0xff) == 0xfe && (text[1] & 0xff) == 0xff) {
            charset = StandardCharsets.UTF_16BE;
            skip = 2;
        } else if (text.length >= 2 && (text[0] & 0xff) == 0xff && (text[1] & 0xff) == 0xfe) {
            charset = StandardCharsets.UTF_16LE;
            skip = 2;
        }
        return charset.newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT)
                .decode(ByteBuffer.wrap(text, skip, text.length - skip))
                .toString();
    }

    private static boolean looksLikeJson(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!Character.isWhitespace(c) && c != '\u00a0' && c != '\u0085') {
                return c == '{';
            }
        }
        return false;
    }
}
