package dev.customscheduler.cli.migrate;

import dev.customscheduler.cli.validate.FindingsPrinter;
import dev.customscheduler.cli.validate.InputFile;
import dev.customscheduler.config.Finding;
import dev.customscheduler.config.Severity;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code csched migrate}. */
@Command(
        name = "migrate",
        description = {
            "Convert a KubeSchedulerConfiguration of v1beta2 or v1beta3 to v1, on standard output, with its comments and"
                    + " its order.",
            "What was changed and what cannot be carried over goes to standard error."
        },
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:converted, and kube-scheduler accepts the result",
            "1:something cannot be carried over, or was wrong before already",
            "2:used wrongly: an unknown option, a file that cannot be read"
        })
public final class MigrateCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli injects it
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The file; - is standard input.")
    private String file = "-";

    @Override
    public Integer call() throws IOException {
        Migrator.Result result = Migrator.migrate(InputFile.read(file));
        PrintWriter out = spec.commandLine().getOut();
        out.print(result.text());
        out.flush();
        FindingsPrinter.text(spec.commandLine().getErr(), result.findings());
        return result.findings().stream().map(Finding::severity).anyMatch(Severity.ERROR::equals) ? 1 : 0;
    }
}
