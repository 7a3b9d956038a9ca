package dev.customscheduler.cli.simulate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.customscheduler.cli.CommandFailure;
import dev.customscheduler.cli.input.Documents;
import dev.customscheduler.cli.input.SourceDocument;
import dev.customscheduler.config.ConfigurationResult;
import dev.customscheduler.config.Finding;
import dev.customscheduler.engine.AttemptResult;
import dev.customscheduler.framework.model.Pod;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code csched simulate}. */
@Command(
        name = "simulate",
        description = {
            "Show where a scheduler would put pods, without a cluster: nodes, pods and other objects come from files.",
            "Pods with a nodeName are there already; the others are tried once each, in file order. Deployments and",
            "other workloads stand for their pods. The same input gives the same answer."
        },
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the simulation ran, whatever stays pending",
            "1:the configuration or an object has errors",
            "2:used wrongly: an unknown option, a file that cannot be read"
        })
public final class SimulateCommand implements Callable<Integer> {
    enum Format {
        table,
        json
    }

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli injects it
    private CommandSpec spec;

    @Option(
            names = "--config",
            required = true,
            paramLabel = "FILE",
            description = "A KubeSchedulerConfiguration, or a CustomScheduler with one.")
    private String config = "";

    @Option(
            names = "--cluster",
            required = true,
            arity = "1..*",
            paramLabel = "FILE",
            description =
                    "Kubernetes YAML or JSON: several documents, Lists, kubectl get -o yaml; - is standard input.")
    private List<String> clusterFiles = List.of();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "table or json. Default: ${DEFAULT-VALUE}.")
    private Format output = Format.table;

    @Option(
            names = "--explain",
            paramLabel = "POD",
            description = "Show of this pod (NAME or NAMESPACE/NAME) each node's refusal, or each plugin's score.")
    private @Nullable String explain;

    @Option(names = "--retry", description = "Try pending pods again for as long as anything changes.")
    private boolean retry;

    @Override
    public Integer call() throws IOException {
        PrintWriter err = spec.commandLine().getErr();
        PrintWriter out = spec.commandLine().getOut();
        List<Finding> findings = new ArrayList<>();
        Optional<ConfigurationResult.Accepted> accepted = SchedulerFile.read(config, findings);
        List<ObjectNode> objects = new ArrayList<>();
        boolean unreadable = false;
        for (String file : clusterFiles) {
            Documents documents = Documents.read(file);
            documents.documents().stream().map(SourceDocument::content).forEach(objects::add);
            findings.addAll(documents.problems());
            unreadable |= !documents.problems().isEmpty();
        }
        findings.forEach(err::println);
        if (accepted.isEmpty() || unreadable) {
            return 1;
        }
        SimulationInput input = SimulationInput.of(objects);
        input.notes().forEach(note -> err.println("note: " + note));
        SimulationRun.Result result;
        try {
            result = run(accepted.get(), input, out);
        } catch (IOException | IllegalArgumentException e) {
            throw CommandFailure.failed(String.valueOf(e.getMessage()));
        }
        for (String plugin : result.missingPlugins()) {
            err.println("note: the plugin " + plugin + " is not there yet: pods that need it stay pending");
        }
        return 0;
    }

    private SimulationRun.Result run(ConfigurationResult.Accepted accepted, SimulationInput input, PrintWriter out)
            throws IOException {
        String named = explain;
        Predicate<Pod> meant = named == null ? any -> true : pod -> Outcomes.matches(pod, named);
        SimulationJson json = new SimulationJson(out);
        List<AttemptResult> shown = new ArrayList<>();
        int[] found = new int[1];
        boolean all = output == Format.table && named == null;
        SimulationRun.Result result = SimulationRun.of(accepted, input, retry, all ? none -> false : meant, attempt -> {
            if (!meant.test(attempt.pod())) {
                return;
            }
            found[0]++;
            switch (output) {
                case json -> json.write(attempt);
                case table -> shown.add(attempt);
            }
        });
        if (named != null && found[0] == 0) {
            throw CommandFailure.usage("no pod that was tried is named " + named
                    + ": give NAME or NAMESPACE/NAME of a pod without a nodeName");
        }
        if (output == Format.json) {
            json.finish();
        } else if (all) {
            new SimulationTables(out).print(result, shown);
        } else {
            shown.forEach(new SimulationTables(out)::explain);
        }
        return result;
    }
}
