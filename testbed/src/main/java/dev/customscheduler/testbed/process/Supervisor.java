package dev.customscheduler.testbed.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts processes that do not outlive the test bed, and remembers whatever else must go with it.
 *
 * <p>The memory is a shell process in a session of its own, which is told over its standard input what exists. When the
 * pipe closes, because {@link #close} was called or because this JVM is gone, kill -9 included, the shell ends every
 * process (TERM, five seconds, KILL) and removes the rest. Every process runs in a process group of its own and carries
 * a mark in its environment, so that the moment between a start and its announcement does not matter.
 */
public final class Supervisor implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Supervisor.class);
    private static final String MARK = "CUSTOM_SCHEDULER_TESTBED";

    private final String id = UUID.randomUUID().toString();
    private final boolean sessions;
    private final Process shell;
    private final Writer pipe;
    private final Path script;
    private boolean closed;

    public Supervisor() {
        sessions = onPath("setsid");
        try {
            script = Files.createTempFile("custom-scheduler-supervisor-", ".sh");
            try (InputStream in = Supervisor.class.getResourceAsStream("supervisor.sh")) {
                if (in == null) {
                    throw new IllegalStateException("supervisor.sh is not on the class path");
                }
                Files.write(script, in.readAllBytes());
            }
            List<String> command = ownSession("sh", script.toString(), MARK + "=" + id);
            shell = new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            pipe = shell.outputWriter(StandardCharsets.UTF_8);
            tell("folder", script.toString());
        } catch (IOException e) {
            throw new UncheckedIOException("starting the test bed's supervisor", e);
        }
    }

    /** Whether an executable of that name is on the PATH. */
    public static boolean onPath(String program) {
        String path = System.getenv("PATH");
        if (path == null) {
            return false;
        }
        for (String folder : path.split(":")) {
            if (Files.isExecutable(Path.of(folder, program))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Starts a process in a group of its own that is sure to end with this supervisor. Its process id is its group's.
     */
    public Process start(ProcessBuilder builder) throws IOException {
        List<String> command = new ArrayList<>(builder.command());
        builder.command(ownSession(command.toArray(String[]::new)));
        builder.environment().put(MARK, id);
        Process process = builder.start();
        tell("group", Long.toString(process.pid()));
        process.onExit().thenAccept(p -> tell("ended", Long.toString(p.pid())));
        return process;
    }

    /** Signals the whole process group of a process that {@link #start} made; not an error when it is gone. */
    public static void signal(Process process, String signal) {
        if (!process.isAlive()) {
            return;
        }
        try {
            new ProcessBuilder("kill", "-" + signal, "--", "-" + process.pid())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A network namespace to delete in the end. */
    public void netns(String name) {
        tell("netns", name);
    }

    /** The network namespace is deleted already. */
    public void forgetNetns(String name) {
        tell("no-netns", name);
    }

    /** A network interface to delete in the end. */
    public void link(String name) {
        tell("link", name);
    }

    /** A mount point to unmount in the end; the latest first. */
    public void mount(Path path) {
        tell("mount", path.toString());
    }

    /** A folder to delete, with all in it, in the end. */
    public void folder(Path path) {
        tell("folder", path.toString());
    }

    private synchronized void tell(String what, String name) {
        if (closed) {
            return;
        }
        try {
            pipe.write(what + " " + name + "\n");
            pipe.flush();
        } catch (IOException e) {
            LOG.warn(
                    "the test bed's supervisor (process {}) is gone: {} {} will be left behind",
                    shell.pid(),
                    what,
                    name,
                    e);
        }
    }

    private List<String> ownSession(String... command) {
        List<String> all = new ArrayList<>();
        if (sessions) {
            all.add("setsid");
        }
        all.addAll(List.of(command));
        return all;
    }

    /** Ends everything and returns when it is gone. */
    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        try {
            pipe.close();
            if (!shell.waitFor(30, TimeUnit.SECONDS)) {
                LOG.warn("the test bed's supervisor (process {}) is still cleaning up after 30 s", shell.pid());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
