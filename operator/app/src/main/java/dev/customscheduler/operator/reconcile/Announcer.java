package dev.customscheduler.operator.reconcile;

import dev.customscheduler.operator.dependent.Refusals;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says in the log how a resource is, each time that it is another way than before, and never twice the same. */
final class Announcer {
    private static final Logger LOG = LoggerFactory.getLogger(Announcer.class);

    private final Map<String, String> said = new ConcurrentHashMap<>();

    /**
     * Tells of a resource.
     *
     * @param name the resource's name
     * @param ready whether its condition Ready holds
     * @param reason that condition's reason
     * @param message that condition's message
     * @param stalled whether somebody needs to change something
     */
    void tell(String name, boolean ready, String reason, String message, boolean stalled) {
        String line = "CustomScheduler " + name + ": " + (ready ? "ready" : "not ready") + ", " + reason
                + (message.isEmpty() ? "" : ": " + message);
        if (line.equals(said.put(name, line))) {
            return;
        }
        if (stalled) {
            LOG.warn("{}", line);
        } else {
            LOG.info("{}", line);
        }
    }

    /**
     * Tells that a status could not be written.
     *
     * @param name the resource's name
     * @param refusal why
     */
    void cannotWrite(String name, KubernetesClientException refusal) {
        String line = "CustomScheduler " + name + ": cannot write its status: " + Refusals.answer(refusal)
                + "; trying again with growing pauses";
        if (!line.equals(said.put(name + "/status", line))) {
            LOG.warn("{}", line);
        }
    }

    /**
     * Forgets a resource that is gone.
     *
     * @param name its name
     */
    void forget(String name) {
        said.remove(name);
        said.remove(name + "/status");
    }
}
