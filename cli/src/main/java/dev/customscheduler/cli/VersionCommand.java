package dev.customscheduler.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code csched version}. */
@Command(
        name = "version",
        description = "Print the version of csched and of the Java that runs it.",
        mixinStandardHelpOptions = true)
final class VersionCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli injects it
    private CommandSpec spec;

    @Override
    public Integer call() {
        spec.commandLine().getOut().println("csched " + Version.text() + ", Java " + Runtime.version());
        return 0;
    }
}
