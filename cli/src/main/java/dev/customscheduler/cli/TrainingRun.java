package dev.customscheduler.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
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
        }
        return 0;
    }
}
