package dev.customscheduler.cli.input;

/** A document cannot be read; never leaves this package. */
final class DocumentException extends RuntimeException {
    private final int line;

    DocumentException(int line, String message) {
        super(message);
        this.line = line;
    }

    int line() {
        return line;
    }
}
