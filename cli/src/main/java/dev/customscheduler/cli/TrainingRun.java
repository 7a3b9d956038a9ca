package dev.customscheduler.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/**
 * Runs the commands that must start quickly, for the JVM to record which classes they load (an AOT cache). The launcher
 * calls it once after a build; people have no use for it, so help does not list it.
 */
@Command(name = "training-run", hidden = true)
final class TrainingRun implements Callable<Integer> {
    @Override
    public Integer call() throws IOException {
        try (PrintWriter nowhere = new PrintWriter(Writer.nullWriter())) {
            Csched.run(nowhere, nowhere, "--help");
            Csched.run(nowhere, nowhere, "version");
            Csched.run(nowhere, nowhere, "no-such-command");
            validate(nowhere);
        }
        return 0;
    }

    /** Files with every part that a configuration can have, sound and not, bare and in a CustomScheduler. */
    private static void validate(PrintWriter nowhere) throws IOException {
        for (String name : List.of("training-configuration.yaml", "training-customscheduler.yaml")) {
            Path file = Files.createTempFile("csched-", ".yaml");
            try (InputStream resource = TrainingRun.class.getResourceAsStream(name)) {
                Files.write(file, Objects.requireNonNull(resource).readAllBytes());
                Csched.run(nowhere, nowhere, "validate", file.toString());
                Csched.run(nowhere, nowhere, "validate", "-o", "json", file.toString());
                Csched.run(nowhere, nowhere, "migrate", file.toString());
                Csched.run(nowhere, nowhere, "render", "--effective", file.toString());
            } finally {
                Files.deleteIfExists(file);
            }
        }
    }
}
