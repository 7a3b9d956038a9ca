package dev.customscheduler.config.tree;

/** A text that cannot be read on; unwinds the reader and never leaves the package. */
final class Unreadable extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Mark mark;

    Unreadable(Mark mark, String message) {
        super(message);
        this.mark = mark;
    }

    Mark mark() {
        return mark;
    }
}
