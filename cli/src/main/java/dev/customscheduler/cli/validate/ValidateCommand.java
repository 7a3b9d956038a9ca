package dev.customscheduler.cli.validate;

import dev.customscheduler.cli.CommandFailure;
import dev.customscheduler.config.Finding;
import dev.customscheduler.config.KubernetesVersion;
import dev.customscheduler.config.Severity;
import dev.customscheduler.config.Target;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code csched validate}. */
@Command(
        name = "validate",
        description = {
            "Judge KubeSchedulerConfigurations, and CustomSchedulers and ConfigMaps that carry one, as the scheduler that"
                    + " is to run them would.",
            "All findings of all files go to standard output, a line each: FILE:LINE: error|warning: PATH: message."
        },
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:no errors; there may be warnings",
            "1:errors",
            "2:used wrongly: an unknown option, a file that cannot be read"
        })
public final class ValidateCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli injects it
    private CommandSpec spec;

    @Parameters(
            paramLabel = "FILE",
            arity = "1..*",
            description = "YAML or JSON, several documents a file; - is standard input.")
    private List<String> files = List.of();

    @Option(
            names = "--kubernetes-version",
            paramLabel = "VERSION",
            description = "The kube-scheduler to judge for, 1.25 to 1.37. Default: the newest known.")
    private @Nullable String version;

    @Option(
            names = "--runtime",
            paramLabel = "RUNTIME",
            description =
                    "Judge bare files and ConfigMaps for KubeScheduler (default) or Bundled. A CustomScheduler says"
                            + " it itself.")
    private @Nullable String runtime;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "text (default) or json.")
    private String output = "text";

    @Override
    public Integer call() throws IOException {
        if (!output.equals("text") && !output.equals("json")) {
            throw CommandFailure.usage("-o: \"" + output + "\" is not one of text, json");
        }
        Target target = Targets.of(runtime, version);
        KubernetesVersion kubernetes = Targets.version(version);
        List<Finding> findings = new ArrayList<>();
        for (String file : files) {
            findings.addAll(new FileJudge(InputFile.read(file), target, kubernetes).judge());
        }
        if (output.equals("json")) {
            FindingsPrinter.json(spec.commandLine().getOut(), findings);
        } else {
            FindingsPrinter.text(spec.commandLine().getOut(), findings);
        }
        return findings.stream().anyMatch(finding -> finding.severity() == Severity.ERROR) ? 1 : 0;
    }
}
