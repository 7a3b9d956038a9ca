package dev.customscheduler.cli.explain;

import dev.customscheduler.cli.CommandFailure;
import dev.customscheduler.cli.explain.Answer.Reason;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The way to the API server, and what is said where it refuses. */
final class Access {
    private static final int RETRIES = 2;

    private Access() {}

    /**
     * A client as kubectl would be one.
     *
     * @param kubeconfig the file; null for what KUBECONFIG names, or the one in the home folder
     * @param context of the kubeconfig; null for its current one
     */
    static KubernetesClient client(@Nullable Path kubeconfig, @Nullable String context) throws IOException {
        Config config = kubeconfig == null ? Config.autoConfigure(context) : fromFile(context, kubeconfig);
        if (config == null || config.getMasterUrl() == null) {
            throw CommandFailure.usage("there is no kubeconfig: give --kubeconfig FILE, or set KUBECONFIG");
        }
        if (context != null
                && config.getContexts().stream().noneMatch(c -> c.getName().equals(context))) {
            throw CommandFailure.usage("the kubeconfig has no context " + context);
        }
        Config patient = new ConfigBuilder(config)
                .withRequestRetryBackoffLimit(RETRIES)
                .withUserAgent("csched")
                .build();
        return new KubernetesClientBuilder().withConfig(patient).build();
    }

    private static Config fromFile(@Nullable String context, Path file) throws IOException {
        if (!Files.isReadable(file)) {
            throw CommandFailure.usage(file + ": no such file, or it cannot be read");
        }
        return Config.fromKubeconfig(context, file.toFile());
    }

    /** What to say where the API server refuses something that is needed. */
    static RuntimeException problem(KubernetesClientException e, String needed) {
        if (e.getCode() == HttpURLConnection.HTTP_FORBIDDEN || e.getCode() == HttpURLConnection.HTTP_UNAUTHORIZED) {
            String message = e.getStatus() == null || e.getStatus().getMessage() == null
                    ? "the API server refuses"
                    : e.getStatus().getMessage();
            return new Problems(Reason.FORBIDDEN, message + "\nNeeded: " + needed + ".");
        }
        return e;
    }
}
