package dev.customscheduler.testbed.node;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Runs short commands to their end. */
final class Shell {
    /** The exit code, and standard output and error together. */
    record Result(int exitCode, String output) {}

    private Shell() {}

    static Result run(List<String> command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Result(process.waitFor(), output);
        } catch (IOException e) {
            throw new UncheckedIOException("running " + command, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while running " + command, e);
        }
    }

    /** @throws IllegalStateException if it fails */
    static String check(List<String> command) {
        Result result = run(command);
        if (result.exitCode() != 0) {
            throw new IllegalStateException(
                    String.join(" ", command) + " ended with " + result.exitCode() + ": " + result.output());
        }
        return result.output();
    }
}
