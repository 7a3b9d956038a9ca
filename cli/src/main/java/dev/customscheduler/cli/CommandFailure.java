package dev.customscheduler.cli;

/** A command cannot go on for a reason outside this program; its message says what to do about it. */
public final class CommandFailure extends RuntimeException {
    private final int exitCode;

    private CommandFailure(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /**
     * The command was used wrongly: exit code 2.
     *
     * @param message what is wrong and what to do, without a prefix
     * @return the failure to throw
     */
    public static CommandFailure usage(String message) {
        return new CommandFailure(2, message);
    }

    /**
     * The command did its work up to something that is wrong: exit code 1.
     *
     * @param message what is wrong and what to do, without a prefix
     * @return the failure to throw
     */
    public static CommandFailure failed(String message) {
        return new CommandFailure(1, message);
    }

    /**
     * The exit code of the process.
     *
     * @return 1 or 2
     */
    public int exitCode() {
        return exitCode;
    }
}
