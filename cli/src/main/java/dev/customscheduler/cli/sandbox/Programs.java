package dev.customscheduler.cli.sandbox;

import dev.customscheduler.cli.CommandFailure;
import dev.customscheduler.testbed.TestBed;
import dev.customscheduler.testbed.tools.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs kubectl and helm against the sandbox, as its user would. */
final class Programs {
    private final TestBed bed;

    Programs(TestBed bed) {
        this.bed = bed;
    }

    /**
     * Runs a program to its end.
     *
     * @param patience how long it may take
     * @param tool which
     * @param arguments its arguments; the kubeconfig is given by environment
     * @return its standard output
     * @throws CommandFailure with what it printed, when it does not end well in time
     * @throws IOException when it cannot be started
     * @throws InterruptedException when interrupted while it runs
     */
    String run(Duration patience, Tool tool, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(bed.tools().path(tool).toString());
        command.addAll(List.of(arguments));
        Path output = Files.createTempFile(bed.directory(), tool.binary() + "-", ".out");
        Path complaints = Files.createTempFile(bed.directory(), tool.binary() + "-", ".err");
        try {
            ProcessBuilder builder = new ProcessBuilder(command);
            builder.environment().put("KUBECONFIG", bed.adminKubeconfig().toString());
            // Whatever the user has configured for helm stays out of it.
            builder.environment()
                    .put("HELM_CACHE_HOME", bed.directory().resolve("helm").toString());
            builder.environment()
                    .put("HELM_CONFIG_HOME", bed.directory().resolve("helm").toString());
            builder.environment()
                    .put("HELM_DATA_HOME", bed.directory().resolve("helm").toString());
            builder.redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")));
            builder.redirectOutput(output.toFile()).redirectError(complaints.toFile());
            Process process = bed.supervisor().start(builder);
            boolean ended = process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
            if (ended && process.exitValue() == 0) {
                return Files.readString(output);
            }
            if (!ended) {
                process.destroyForcibly();
            }
            throw CommandFailure.failed(tool.binary() + " " + String.join(" ", arguments)
                    + (ended ? " ended with " + process.exitValue() : " did not end in " + patience.toSeconds() + " s")
                    + ":\n" + (Files.readString(complaints) + Files.readString(output)).strip());
        } finally {
            Files.deleteIfExists(output);
            Files.deleteIfExists(complaints);
        }
    }
}
