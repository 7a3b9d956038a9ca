package dev.customscheduler.config.tree;

/**
 * A scalar, resolved.
 *
 * @param value the text of a string; the JSON literal of a number, as Go writes it ({@code 16}, {@code 1e+21});
 *     {@code true} or {@code false}; empty for null
 */
public record ScalarNode(Mark start, Mark end, Kind kind, String value) implements Node {
    /** JSON's scalar types. */
    public enum Kind {
        NULL,
        BOOLEAN,
        NUMBER,
        STRING
    }

    /** Whether it is null. */
    public boolean isNull() {
        return kind == Kind.NULL;
    }

    @Override
    public String describe() {
        return switch (kind) {
            case NULL -> "null";
            case BOOLEAN -> "the boolean " + value;
            case NUMBER -> "the number " + shortened();
            case STRING -> "the string \"" + shortened() + '"';
        };
    }

    private String shortened() {
        String oneLine = value.replace("\n", "\\n").replace("\r", "\\r");
        return oneLine.length() <= 60 ? oneLine : oneLine.substring(0, 57) + "...";
    }
}
