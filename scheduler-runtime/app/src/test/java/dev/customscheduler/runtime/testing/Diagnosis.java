package dev.customscheduler.runtime.testing;

import dev.customscheduler.testbed.process.Daemon;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What a scheduler that does not do what a test waits for has to say: its log's end, its queues, its threads. */
final class Diagnosis {
    private static final int TAIL = 60;
    private static final int MILLIS = 10_000;

    private Diagnosis() {}

    /**
     * The diagnosis.
     *
     * @param port where it serves /metrics to everyone
     */
    static String of(Daemon scheduler, int port) {
        return tail(scheduler.log()) + "\n" + queues(port) + "\n"
                + (scheduler.alive() ? threads(scheduler) : "it ended");
    }

    private static String tail(Path log) {
        try {
            List<String> lines = Files.readAllLines(log);
            return log + ":\n" + String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL), lines.size()));
        } catch (IOException e) {
            return log + " cannot be read: " + e;
        }
    }

    private static String queues(int port) {
        try {
            String all = Scrape.text(port);
            return String.join(
                    "\n",
                    all.lines()
                            .filter(line -> line.startsWith("scheduler_pending_pods")
                                    || line.startsWith("scheduler_cache_size")
                                    || line.startsWith("scheduler_schedule_attempts_total"))
                            .toList());
        } catch (IOException | GeneralSecurityException e) {
            return "/metrics cannot be read: " + e;
        }
    }

    /** The threads of a JVM, virtual ones too. */
    private static String threads(Daemon scheduler) {
        try {
            Path file = Files.createTempFile("threads", ".txt");
            Process jcmd = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "jcmd")
                                    .toString(),
                            Long.toString(scheduler.pid()),
                            "Thread.dump_to_file",
                            "-overwrite",
                            file.toString())
                    .redirectErrorStream(true)
                    .start();
            String said = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            jcmd.waitFor(MILLIS, TimeUnit.MILLISECONDS);
            StringBuilder own = new StringBuilder();
            for (String thread : Files.readString(file).split("\n\n")) {
                if (thread.contains("dev.customscheduler")) {
                    own.append(thread).append('\n');
                }
            }
            Files.delete(file);
            return own.isEmpty() ? said : own.toString();
        } catch (IOException e) {
            return "its threads cannot be read: " + e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "interrupted";
        }
    }
}
