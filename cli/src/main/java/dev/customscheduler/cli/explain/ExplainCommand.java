package dev.customscheduler.cli.explain;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.customscheduler.cli.CommandFailure;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code csched explain}. */
@Command(
        name = "explain",
        description = {
            "Ask the running scheduler why a pod is pending, or why it is where it is.",
            "Says what every node answers, since when and after how many attempts, what would make the",
            "scheduler try again, and the smallest changes by which the pod would fit. The real",
            "kube-scheduler cannot be asked: a simulation of what the API server has answers, and says so."
        },
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:there is an explanation, whatever it says",
            "1:there is none: no such pod, nobody claims its schedulerName, no leader, not allowed",
            "2:used wrongly: an unknown option, a file that cannot be read"
        })
public final class ExplainCommand implements Callable<Integer> {
    enum Format {
        text,
        json
    }

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli injects it
    private CommandSpec spec;

    @Parameters(paramLabel = "NAMESPACE/POD", description = "The pod.")
    private String pod = "";

    @Option(
            names = "--kubeconfig",
            paramLabel = "FILE",
            description = "Default: what KUBECONFIG names, or ~/.kube/config.")
    private @Nullable Path kubeconfig;

    @Option(names = "--context", paramLabel = "NAME", description = "A context of the kubeconfig.")
    private @Nullable String context;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "text or json. Default: ${DEFAULT-VALUE}.")
    private Format output = Format.text;

    @Option(
            names = "--as-service-account",
            paramLabel = "NAMESPACE/NAME",
            description = "Whose token the scheduler is shown: one that is good for explanations only is made."
                    + " Default: the scheduler's own.")
    private String account = "";

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "Show the scheduler this token instead. Its user must be allowed to get the pod.")
    private @Nullable Path tokenFile;

    @Option(
            names = "--address",
            paramLabel = "HOST:PORT",
            description = "Where the leading scheduler is reached, for example by kubectl port-forward. Default:"
                    + " through the API server's pod proxy.")
    private String address = "";

    @Override
    public Integer call() throws IOException, InterruptedException {
        String[] parts = pod.split("/", -1);
        if (parts.length != 2 || parts[0].isEmpty() || parts[1].isEmpty()) {
            throw CommandFailure.usage("give the pod as NAMESPACE/POD, not " + pod);
        }
        if (!account.isEmpty() && !account.matches("[^/]+/[^/]+")) {
            throw CommandFailure.usage("give the service account as NAMESPACE/NAME, not " + account);
        }
        checkAddress();
        String token = tokenFile == null ? "" : Files.readString(tokenFile).strip();
        if (tokenFile != null && token.isEmpty()) {
            throw CommandFailure.usage(tokenFile + ": holds no token");
        }
        try (KubernetesClient client = Access.client(kubeconfig, context)) {
            return answer(client, parts, new Investigation.Options(token, account, address));
        }
    }

    private int answer(KubernetesClient client, String[] parts, Investigation.Options options)
            throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        try {
            Answer answer = new Investigation(client, options).answer(parts[0], parts[1]);
            switch (output) {
                case json ->
                    out.println(
                            new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(answer));
                case text -> new ExplanationText(out).print(answer);
            }
            return answer.problem() == null ? 0 : 1;
        } catch (KubernetesClientException e) {
            throw CommandFailure.failed("the API server at "
                    + client.getConfiguration().getMasterUrl() + " cannot be asked: " + Access.reason(e));
        }
    }

    /** A scheduler's certificate is its own and cannot be verified: no token of the user's goes to just anybody. */
    private void checkAddress() {
        if (address.isEmpty()) {
            return;
        }
        HostPort at = HostPort.of(address);
        if (at == null) {
            throw CommandFailure.usage("--address: give HOST:PORT, such as 127.0.0.1:10259, not " + address);
        }
        if (tokenFile != null && !at.isThisMachine()) {
            throw CommandFailure.usage("--token-file: the token would be shown to whoever answers at " + address
                    + ", for a scheduler's certificate cannot be verified: use kubectl port-forward and --address"
                    + " 127.0.0.1:10259, or --as-service-account, whose token is good for explanations only");
        }
    }
}
