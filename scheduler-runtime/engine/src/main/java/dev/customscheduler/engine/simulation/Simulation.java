package dev.customscheduler.engine.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.customscheduler.config.EffectiveProfile;
import dev.customscheduler.config.KubeSchedulerConfiguration;
import dev.customscheduler.engine.AttemptResult;
import dev.customscheduler.engine.Chance;
import dev.customscheduler.engine.Scheduler;
import dev.customscheduler.engine.SchedulerObserver;
import dev.customscheduler.engine.SchedulerOptions;
import dev.customscheduler.engine.decode.NodeDecoder;
import dev.customscheduler.engine.decode.PodDecoder;
import dev.customscheduler.engine.explain.Explainer;
import dev.customscheduler.engine.explain.Explanation;
import dev.customscheduler.engine.profile.PluginRegistry;
import dev.customscheduler.engine.queue.QueueOptions;
import dev.customscheduler.framework.Clock;
import dev.customscheduler.framework.model.Node;
import dev.customscheduler.framework.model.Pod;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Attempts the pods of a described cluster once each, in their order. Nodes are taken in order of name; pods that have
 * a node are there already; all nodes are scored unless the configuration says otherwise. The same input always gives
 * the same answer, with any parallelism.
 */
public final class Simulation implements AutoCloseable {
    private static final long FIRST_START = 1_700_000_000_000L;
    private static final long FIRST_CREATION = 1_700_001_000_000L;

    private final PodDecoder pods = new PodDecoder();
    private final NodeDecoder nodes = new NodeDecoder();
    private final InMemoryCluster cluster = new InMemoryCluster(this::changed);
    private final Priorities priorities = new Priorities();
    private final List<Pod> pending = new ArrayList<>();
    private final Scheduler scheduler;

    /**
     * A simulation of a cluster.
     *
     * @param configuration the scheduler's configuration
     * @param profiles its effective profiles
     * @param registry where plugins come from
     * @param objects nodes, pods and other Kubernetes objects in their order, each with apiVersion and kind; List
     *     documents taken apart
     * @throws IOException where an object has a malformed value
     * @throws IllegalArgumentException where a profile cannot be made, or where there are extenders, which it does not
     *     call; the message is for users
     */
    public Simulation(
            KubeSchedulerConfiguration configuration,
            List<EffectiveProfile> profiles,
            PluginRegistry registry,
            List<JsonNode> objects)
            throws IOException {
        this(configuration, profiles, registry, objects, Chance.NONE);
    }

    /**
     * A simulation that leaves to {@code chance} what kube-scheduler leaves to chance.
     *
     * @throws IOException as the other constructor does
     * @throws IllegalArgumentException as the other constructor does
     */
    public Simulation(
            KubeSchedulerConfiguration configuration,
            List<EffectiveProfile> profiles,
            PluginRegistry registry,
            List<JsonNode> objects,
            Chance chance)
            throws IOException {
        refuseExtenders(configuration);
        int percentage = configuration.percentageOfNodesToScore();
        this.scheduler = Scheduler.stepwise(
                new SchedulerOptions(
                        profiles,
                        configuration.parallelism(),
                        percentage == 0 ? 100 : percentage,
                        List.of(),
                        QueueOptions.of(Duration.ofHours(1), Duration.ofHours(1)),
                        cluster,
                        Clock.SYSTEM,
                        SchedulerObserver.NONE,
                        registry),
                chance);
        load(objects);
    }

    /**
     * Without them the answer would be wrong, and an extender that is in use must not be asked about pods that do not
     * exist.
     */
    private static void refuseExtenders(KubeSchedulerConfiguration configuration) {
        if (!configuration.extenders().isEmpty()) {
            throw new IllegalArgumentException(
                    "extenders[0].urlPrefix: a simulation does not call extenders, and without "
                            + configuration.extenders().getFirst().urlPrefix()
                            + " pods would go to other nodes: take extenders out of the configuration to simulate without them");
        }
    }

    private void load(List<JsonNode> objects) throws IOException {
        List<Node> all = new ArrayList<>();
        List<JsonNode> podObjects = new ArrayList<>();
        int number = 0;
        for (JsonNode object : objects) {
            ObjectNode identified = object.deepCopy();
            ObjectNode metadata = identified.withObject("/metadata");
            if (!metadata.hasNonNull("uid")) {
                metadata.put("uid", String.format("uid-%05d", number));
            }
            number++;
            switch (object.path("kind").asText()) {
                case "Node" -> all.add(nodes.read(identified));
                case "Pod" -> {
                    MatchLabelKeys.apply(identified);
                    podObjects.add(identified);
                }
                case "PriorityClass" -> priorities.add(identified);
                case "PersistentVolume", "PersistentVolumeClaim" -> {
                    cluster.put(identified);
                    scheduler.putObject(identified);
                }
                default -> scheduler.putObject(identified);
            }
        }
        all.sort(Comparator.comparing(Node::name));
        all.forEach(scheduler::putNode);
        int assigned = 0;
        for (JsonNode object : podObjects) {
            Pod pod = pods.read(priorities.apply(object));
            if (pod.isAssigned()) {
                scheduler.putPod(started(pod, FIRST_START + 1000L * assigned++));
            } else {
                pending.add(created(pod, FIRST_CREATION + 1000L * pending.size()));
            }
        }
    }

    private void changed(JsonNode object) {
        try {
            scheduler.putObject(object);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Pod started(Pod pod, long time) {
        if (pod.status().startTime() != 0) {
            return pod;
        }
        return pod.withStatus(pod.status().withStartTime(time));
    }

    private static Pod created(Pod pod, long time) {
        return new Pod(
                pod.metadata().withCreationTimestamp(time), pod.spec(), pod.status(), pod.nodeName(), pod.document());
    }

    /** The pods without a node, in their order. */
    public List<Pod> pending() {
        return List.copyOf(pending);
    }

    /**
     * Attempts {@code pod} once. A pod that gets a node is there for those that come after it; preempted pods are gone.
     */
    public AttemptResult attempt(Pod pod) {
        return attempt(pod, true);
    }

    /**
     * Attempts {@code pod} once.
     *
     * @param diagnose whether the result has statuses and scores by node
     */
    public AttemptResult attempt(Pod pod, boolean diagnose) {
        AttemptResult result = scheduler.scheduleOne(pod, diagnose);
        String node = result.node();
        if (node != null) {
            scheduler.putPod(pod.withNodeName(node));
        }
        List<String> victims = new ArrayList<>();
        for (Pod victim : cluster.takeDeleted()) {
            scheduler.removePod(victim.uid());
            victims.add(victim.key());
        }
        victims.sort(null);
        if (!result.nominatedNode().isEmpty()) {
            nominated(pod, result.nominatedNode());
        }
        for (Pod lower : cluster.takeDenominated()) {
            nominated(lower, "");
        }
        return result.withVictims(victims);
    }

    /** Tells the scheduler what a pod's status says then, as the API server's watch would. */
    private void nominated(Pod pod, String node) {
        scheduler.putPod(pod.withStatus(pod.status().withNominatedNodeName(node)));
    }

    /** Attempts all pending pods once each. */
    public List<AttemptResult> run() {
        List<AttemptResult> all = new ArrayList<>(pending.size());
        for (Pod pod : pending) {
            all.add(attempt(pod));
        }
        return all;
    }

    /** Says of a pending pod what every node would say to it, and what would make it fit. Nothing changes. */
    public Explanation explain(Pod pod) {
        return new Explainer(scheduler, Clock.SYSTEM, other -> true).simulate(pod);
    }

    /** The scheduler, for a look at its cache. */
    public Scheduler scheduler() {
        return scheduler;
    }

    @Override
    public void close() {
        scheduler.close();
    }
}
