package dev.customscheduler.config;

/**
 * Where a configuration stands, so that findings point into what the user wrote.
 *
 * @param file the name printed; empty for none
 * @param pathPrefix the path of the configuration within the outer document, such as {@code spec.configuration}; empty
 *     at the root
 */
public record Source(String file, String pathPrefix) {
    /** Neither a file nor an outer document. */
    public static final Source NONE = new Source("", "");

    /** A file that is the configuration. */
    public static Source file(String file) {
        return new Source(file, "");
    }

    /** The same file at another place within the outer document. */
    public Source at(String path) {
        return new Source(file, path);
    }
}
