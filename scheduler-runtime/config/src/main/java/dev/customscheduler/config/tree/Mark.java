package dev.customscheduler.config.tree;

/**
 * A place in a text.
 *
 * @param line from 1; 0 where unknown
 * @param column from 1; 0 where unknown
 * @param offset in code points from the start of the text; -1 where unknown
 */
public record Mark(int line, int column, int offset) {
    /** No place: the document never was a text. */
    public static final Mark UNKNOWN = new Mark(0, 0, -1);
}
