package dev.customscheduler.operator;

import dev.customscheduler.crds.v1alpha1.CustomSchedulerSerialization;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The operator's process. Exit codes: 0 stopped, 1 failed, 2 wrong command line. */
public final class OperatorMain {
    private static final Logger LOG = LoggerFactory.getLogger(OperatorMain.class);
    private static final int USAGE = 2;

    /** The reconciler retries with pauses of its own; the client's would block it for minutes. */
    private static final int CLIENT_RETRIES = 2;

    private OperatorMain() {}

    /**
     * Runs the operator until the process is told to end.
     *
     * @param arguments see {@link OperatorOptions#USAGE}
     */
    @SuppressWarnings("SystemOut")
    public static void main(String[] arguments) {
        switch (OperatorOptions.parse(
                List.of(arguments), System.getenv(), ProcessHandle.current().pid())) {
            case OperatorOptions.Help ignored -> System.out.print(OperatorOptions.USAGE);
            case OperatorOptions.Wrong wrong -> {
                wrong.errors().forEach(error -> System.err.println("error: " + error));
                System.exit(USAGE);
            }
            case OperatorOptions.Run run -> System.exit(run(run.options()) ? 0 : 1);
        }
    }

    private static KubernetesClient client(Config config) {
        return new KubernetesClientBuilder()
                .withConfig(config)
                .withKubernetesSerialization(CustomSchedulerSerialization.create())
                .build();
    }

    private static boolean run(OperatorOptions options) {
        Config config = new ConfigBuilder(Config.autoConfigure(null))
                .withRequestRetryBackoffLimit(CLIENT_RETRIES)
                .build();
        try (var operator = new CustomSchedulerOperator(options, client(config), Clock.systemUTC())) {
            Runtime.getRuntime().addShutdownHook(new Thread(operator::close, "stop"));
            return operator.run();
        } catch (IOException e) {
            LOG.error("cannot start: {}", e.getMessage(), e);
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            LOG.error("interrupted", e);
            return false;
        }
    }
}
