package dev.customscheduler.config;

/**
 * One thing to say about a document.
 *
 * @param file as the caller named it; empty where the document is no file
 * @param line from 1; 0 where the position is unknown
 * @param column from 1; 0 where the position is unknown
 * @param path from the root of the outer document, such as {@code profiles[0].plugins.score.enabled[1].name}; empty for
 *     the document as a whole
 * @param message what is wrong and what to do, one line
 */
public record Finding(String file, int line, int column, Severity severity, String path, String message) {
    /** {@code FILE:LINE: error|warning: PATH: message}, without the parts that are unknown. */
    @Override
    public String toString() {
        StringBuilder out = new StringBuilder();
        if (!file.isEmpty()) {
            out.append(file).append(':');
            if (line > 0) {
                out.append(line).append(':');
            }
            out.append(' ');
        }
        out.append(severity.label()).append(": ");
        if (!path.isEmpty()) {
            out.append(path).append(": ");
        }
        return out.append(message).toString();
    }
}
