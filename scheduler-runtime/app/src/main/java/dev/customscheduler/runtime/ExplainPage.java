package dev.customscheduler.runtime;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.customscheduler.engine.Scheduler;
import dev.customscheduler.engine.explain.Explainer;
import dev.customscheduler.framework.Clock;
import dev.customscheduler.framework.model.Pod;
import dev.customscheduler.runtime.serving.Page;
import dev.customscheduler.runtime.serving.PodPage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Says why a pod is where it is, at {@link #PATH}. Explanations are made one at a time: each copies what the scheduler
 * knows, and nobody shall keep it busy with questions.
 */
final class ExplainPage implements PodPage {
    /** Below it come the pod's namespace and name. */
    static final String PATH = "/debug/explain";

    /** Says of every pod that it is not explained. */
    static final PodPage SWITCHED_OFF = (namespace, name, access) -> Page.status(
            404, "SwitchedOff", "explanations are switched off by its environment variable CUSTOM_SCHEDULER_EXPLAIN");

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Scheduler scheduler;
    private final Supplier<List<String>> missing;
    private final Supplier<String> leader;
    private final Semaphore turn = new Semaphore(1);

    /**
     * The page.
     *
     * @param missing the kinds that are not listed yet
     * @param leader who leads instead of this process; empty where this process does, {@code ?} where nobody is known
     */
    ExplainPage(Scheduler scheduler, Supplier<List<String>> missing, Supplier<String> leader) {
        this.scheduler = scheduler;
        this.missing = missing;
        this.leader = leader;
    }

    @Override
    public Page of(String namespace, String name, NamespaceAccess access) throws InterruptedException {
        String other = leader.get();
        if (!other.isEmpty()) {
            return Page.status(
                    503,
                    "NotLeader",
                    other.equals("?")
                            ? "this replica does not lead, and it knows of no leader"
                            : "this replica does not lead: " + other + " does");
        }
        List<String> unlisted = missing.get();
        if (!unlisted.isEmpty()) {
            return Page.status(
                    503, "NotReady", "this scheduler has not listed " + String.join(", ", unlisted) + " yet");
        }
        Pod pod = Explainer.find(scheduler, namespace, name);
        if (pod == null) {
            return Page.status(
                    404,
                    "NotFound",
                    "no pod " + namespace + "/" + name + " that has a node, or that asks for one of the schedulers "
                            + String.join(", ", new TreeSet<>(scheduler.schedulerNames())));
        }
        if (!turn.tryAcquire()) {
            return Page.status(429, "TooManyRequests", "another explanation is being made: try again");
        }
        try {
            Map<String, Boolean> namespaces = new HashMap<>();
            namespaces.put(namespace, access.mayGetPods(namespace));
            Explainer explainer = new Explainer(
                    scheduler,
                    Clock.SYSTEM,
                    neighbour -> namespaces.computeIfAbsent(neighbour.namespace(), n -> mayGetPods(access, n)));
            return Page.json(JSON.writeValueAsString(explainer.explain(pod)));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("an explanation is always JSON", e);
        } finally {
            turn.release();
        }
    }

    private static boolean mayGetPods(NamespaceAccess access, String namespace) {
        try {
            return access.mayGetPods(namespace);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
