package dev.customscheduler.testbed.tools;

/** A tool of the test bed could not be had; the message says what to do. */
public final class ToolException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public ToolException(String message) {
        super(message);
    }

    public ToolException(String message, Throwable cause) {
        super(message, cause);
    }
}
