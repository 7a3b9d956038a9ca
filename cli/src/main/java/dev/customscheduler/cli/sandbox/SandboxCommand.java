package dev.customscheduler.cli.sandbox;

import dev.customscheduler.cli.CommandFailure;
import dev.customscheduler.cli.House;
import dev.customscheduler.cli.text.Steps;
import dev.customscheduler.testbed.tools.ToolException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code csched sandbox}. */
@Command(
        name = "sandbox",
        description = {
            "Try the whole of it on this machine, and see pods scheduled.",
            "A real Kubernetes control plane, the operator installed by helm, a CustomScheduler applied, fake worker",
            "nodes, and pods for the scheduler to place. Everything listens on this machine only, and nothing is left",
            "running afterwards."
        },
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:with --exit: every pod was bound by the scheduler",
            "1:something did not come up, or a pod was not bound; what is known about it is printed",
            "2:used wrongly"
        })
public final class SandboxCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli injects it
    private CommandSpec spec;

    @Option(names = "--exit", description = "End after the report instead of staying until interrupted.")
    private boolean exit;

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "Keep the files there: kubeconfig, logs. Default: a temporary folder.")
    private @Nullable Path dir;

    @Option(names = "--nodes", description = "How many fake worker nodes. Default: ${DEFAULT-VALUE}.")
    private int nodes = 3;

    @Option(names = "--pods", description = "How many pods to schedule. Default: ${DEFAULT-VALUE}.")
    private int pods = 20;

    @Option(
            names = {"-f", "--file"},
            paramLabel = "FILE",
            description = "The CustomScheduler to apply. Default: samples/quickstart.yaml.")
    private @Nullable Path file;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "How long to wait for each of the operator, the scheduler and the pods. Default:"
                    + " ${DEFAULT-VALUE}.")
    private int timeout = 120;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (nodes < 1 || nodes > 1000 || pods < 0 || pods > 10_000 || timeout < 1) {
            throw CommandFailure.usage("--nodes is 1 to 1000, --pods 0 to 10000, --timeout at least 1");
        }
        Path sample = file == null ? House.path("samples", "quickstart.yaml") : file.toAbsolutePath();
        if (!Files.isReadable(sample)) {
            throw CommandFailure.usage(sample + ": no such file, or it cannot be read");
        }
        Steps steps = new Steps(spec.commandLine().getErr());
        Options options = new Options(dir, nodes, pods, sample, Duration.ofSeconds(timeout));
        Sandbox sandbox;
        try {
            sandbox = Sandbox.start(options, steps);
        } catch (ToolException | IllegalArgumentException e) {
            throw CommandFailure.failed(String.valueOf(e.getMessage()));
        }
        Thread onInterrupt = new Thread(() -> {
            steps.say("stopping");
            sandbox.close();
        });
        Runtime.getRuntime().addShutdownHook(onInterrupt);
        try {
            boolean allBound = sandbox.run(spec.commandLine().getOut());
            if (!exit) {
                steps.say("staying until interrupted (Ctrl-C)");
                new CountDownLatch(1).await();
            }
            return allBound ? 0 : 1;
        } finally {
            sandbox.close();
        }
    }
}
