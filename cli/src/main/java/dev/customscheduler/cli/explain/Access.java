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
    /** Where the client goes that found no configuration. */
    private static final String NOWHERE = "https://kubernetes.default.svc";

    private Access() {}

    /**
     * A client as kubectl would be one.
     *
     * @param kubeconfig the file; null for what KUBECONFIG names, or the one in the home folder
     * @param context of the kubeconfig; null for its current one
     */
    static KubernetesClient client(@Nullable Path kubeconfig, @Nullable String context) throws IOException {
        Config config = kubeconfig == null ? fromSurroundings(context) : fromFile(context, kubeconfig);
        String which = kubeconfig == null ? "the kubeconfig" : kubeconfig.toString();
        if (context != null
                && config.getContexts().stream().noneMatch(c -> c.getName().equals(context))) {
            throw CommandFailure.usage(which + " has no context " + context);
        }
        if (config.getCurrentContext() == null && config.getMasterUrl().startsWith(NOWHERE)) {
            throw CommandFailure.usage(
                    kubeconfig == null && config.getContexts().isEmpty()
                            ? "there is no kubeconfig: give --kubeconfig FILE, or set KUBECONFIG"
                            : which + " has no current context: give --context NAME");
        }
        Config patient = new ConfigBuilder(config)
                .withRequestRetryBackoffLimit(RETRIES)
                .withUserAgent("csched")
                .build();
        return new KubernetesClientBuilder().withConfig(patient).build();
    }

    private static Config fromSurroundings(@Nullable String context) {
        try {
            return Config.autoConfigure(context);
        } catch (RuntimeException e) {
            // What the client throws for a file that it cannot read is of no certain type.
            throw CommandFailure.usage("the kubeconfig cannot be read: " + reason(e));
        }
    }

    private static Config fromFile(@Nullable String context, Path file) throws IOException {
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw CommandFailure.usage(file + ": no such file, or it cannot be read");
        }
        if (Files.readString(file).isBlank()) {
            throw CommandFailure.usage(file + ": is empty, and no kubeconfig");
        }
        try {
            return Config.fromKubeconfig(context, file.toFile());
        } catch (RuntimeException e) {
            throw CommandFailure.usage(file + ": is no kubeconfig: " + reason(e));
        }
    }

    /** What is at the bottom of a failure, in one line; of an exception without a message its name. */
    static String reason(Exception failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        String text = cause.getMessage();
        return text == null ? cause.getClass().getSimpleName() : text.strip().replaceAll("\\s*\\R\\s*", " ");
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
