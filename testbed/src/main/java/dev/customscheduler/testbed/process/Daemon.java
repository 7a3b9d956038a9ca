package dev.customscheduler.testbed.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A long-running part of the control plane, with its output in a file. */
public final class Daemon implements AutoCloseable {
    private static final int TAIL_LINES = 20;

    private final String name;
    private final Process process;
    private final Path log;

    private Daemon(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
    }

    /** Starts the command with its output in {@code logs/<name>.log}. */
    public static Daemon start(
            Supervisor supervisor, String name, List<String> command, Map<String, String> environment, Path logs) {
        try {
            Files.createDirectories(logs);
            Path log = logs.resolve(name + ".log");
            ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
            builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
            builder.environment().putAll(environment);
            return new Daemon(name, supervisor.start(builder), log);
        } catch (IOException e) {
            throw new UncheckedIOException("starting " + name, e);
        }
    }

    /** The process id, which is also that of its process group. */
    public long pid() {
        return process.pid();
    }

    public boolean alive() {
        return process.isAlive();
    }

    /** Where its output goes. */
    public Path log() {
        return log;
    }

    /**
     * Returns when the condition holds.
     *
     * @throws IllegalStateException with the end of the log if the process ends or the time passes before
     */
    public void await(String what, Duration atMost, BooleanSupplier condition) {
        long deadline = System.nanoTime() + atMost.toNanos();
        while (!condition.getAsBoolean()) {
            if (!process.isAlive()) {
                throw new IllegalStateException(
                        name + " ended with " + process.exitValue() + " before it was " + what + ":\n" + tail());
            }
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException(
                        name + " was not " + what + " after " + atMost.toSeconds() + " s:\n" + tail());
            }
            try {
                Thread.sleep(25);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while waiting for " + name, e);
            }
        }
    }

    private String tail() {
        try {
            List<String> lines = Files.readAllLines(log);
            return log + "\n" + String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
        } catch (IOException e) {
            return log + " cannot be read: " + e;
        }
    }

    /** Kills it, without a chance to say goodbye. */
    public void kill() {
        Supervisor.signal(process, "KILL");
        process.onExit().join();
    }

    /** Asks it to end, and kills it after five seconds. */
    @Override
    public void close() {
        Supervisor.signal(process, "TERM");
        try {
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                kill();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            kill();
        }
    }
}
