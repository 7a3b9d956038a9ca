package dev.customscheduler.e2e.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The script {@code csched} of this checkout, started as from a shell. */
final class Launched implements AutoCloseable {
    private final Process process;
    private final Path output;

    private Launched(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    static Path root() {
        return Path.of("..").toAbsolutePath().normalize();
    }

    static Launched csched(Path output, String... args) throws IOException {
        List<String> command = new ArrayList<>(List.of(root().resolve("csched").toString()));
        command.addAll(List.of(args));
        return start(output, Map.of(), command);
    }

    static Launched start(Path output, Map<String, String> environment, List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        return new Launched(builder.start(), output);
    }

    String output() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean running() {
        return process.isAlive();
    }

    int exit(int minutes) throws InterruptedException {
        if (!process.waitFor(minutes, TimeUnit.MINUTES)) {
            throw new AssertionError("did not end in " + minutes + " minutes:\n" + output());
        }
        return process.exitValue();
    }

    /**
     * Ends it as Ctrl-C does. By TERM, since a build that runs in the background hands down an ignored INT. The
     * launcher has become the JVM by then: they are one process.
     */
    void interrupt() throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-TERM", Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
