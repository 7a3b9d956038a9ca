package dev.customscheduler.operator;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says once that the API server cannot be reached, and once that it is back. The watches retry by themselves, each with
 * its own backoff; a line of each of them would bury the one that matters. For one thread.
 */
final class Reachability {
    private static final Logger LOG = LoggerFactory.getLogger(Reachability.class);

    private final KubernetesClient client;
    private boolean reached = true;

    Reachability(KubernetesClient client) {
        this.client = client;
    }

    /** Asks the API server for its version, which every authenticated user may, and tells when the answer turned. */
    void check() {
        try {
            client.getKubernetesVersion();
            if (!reached) {
                LOG.info("the API server answers again: watches and reconciliations go on");
            }
            reached = true;
        } catch (KubernetesClientException e) {
            if (reached) {
                LOG.warn(
                        "the API server at {} does not answer: {}; schedulers run on as they are, watches are retried with"
                                + " backoff",
                        client.getMasterUrl(),
                        e.getMessage());
            }
            reached = false;
        }
    }
}
