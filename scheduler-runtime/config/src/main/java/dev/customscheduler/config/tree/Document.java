package dev.customscheduler.config.tree;

import org.jspecify.annotations.Nullable;

/**
 * One document of a text.
 *
 * @param root null where the text cannot be read
 * @param problem why it cannot be read, or null
 */
public record Document(@Nullable Node root, @Nullable Problem problem) {
    /** What is wrong with a text, and where. */
    public record Problem(Mark mark, String message) {}

    static Document of(Node root) {
        return new Document(root, null);
    }

    static Document broken(Mark mark, String message) {
        return new Document(null, new Problem(mark, message));
    }
}
