package dev.customscheduler.testbed.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import dev.customscheduler.testbed.tools.Tool;
import dev.customscheduler.testbed.tools.Tools;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * kube-scheduler's own code as the judge: its verdict on configurations, its defaults, and where it puts pods. Several
 * processes answer side by side; questions may come from any thread.
 *
 * <p>Placement: nodes in order of name, one attempt a pod in file order, parallelism 1, every node scored unless the
 * configuration says otherwise.
 */
public final class Oracle implements AutoCloseable {
    private final Path binary;
    private final int processes;
    private final BlockingQueue<OracleProcess> idle = new LinkedBlockingQueue<>();

    private Oracle(Path binary, int processes) {
        this.binary = binary;
        this.processes = processes;
        for (int i = 0; i < processes; i++) {
            idle.add(new OracleProcess(binary));
        }
    }

    /** The oracle of the pinned version, a process for every core. */
    public static Oracle start(Tools tools) {
        return start(tools, Tool.ORACLE, Runtime.getRuntime().availableProcessors());
    }

    /** An oracle, of whichever version that tool is built from. */
    public static Oracle start(Tools tools, Tool tool, int processes) {
        return new Oracle(tools.path(tool), processes);
    }

    /** The verdict on one KubeSchedulerConfiguration, YAML or JSON. */
    public Verdict config(String document) {
        JsonNode answer = ask(Map.of("op", "config", "config", document));
        return new Verdict(answer.get("accepted").booleanValue(), text(answer, "error"));
    }

    /** The verdicts on many, in their order. */
    public List<Verdict> config(List<String> documents) {
        return each(documents, this::config);
    }

    /**
     * The document with every default filled in, as v1 YAML.
     *
     * @throws IllegalArgumentException if it cannot be decoded
     */
    public String defaulted(String document) {
        JsonNode answer = ask(Map.of("op", "default", "config", document));
        String error = text(answer, "error");
        if (error != null) {
            throw new IllegalArgumentException(error);
        }
        return answer.get("document").textValue();
    }

    /**
     * Where the pods of a cluster go, in the order in which they were attempted.
     *
     * @throws IllegalArgumentException if the configuration is refused or the cluster cannot be read
     */
    public List<PodPlacement> place(ClusterCase question) {
        JsonNode answer = ask(Map.of("op", "place", "config", question.config(), "cluster", question.cluster()));
        String error = text(answer, "error");
        if (error != null) {
            throw new IllegalArgumentException(error);
        }
        List<PodPlacement> pods = new ArrayList<>();
        for (JsonNode pod : answer.get("pods")) {
            pods.add(placement(pod));
        }
        return pods;
    }

    /**
     * Where the pods of a cluster wait, step by step. A queue takes pods out of their backoff where there is nothing
     * else, but time does not pass.
     *
     * @param question the configuration, which says how long backoffs are, and the objects that are there first, with
     *     their UIDs
     * @return the state after each step
     * @throws IllegalArgumentException if the configuration is refused, an object cannot be read, or there is no pod to
     *     try in a step
     */
    public List<QueueState> wake(ClusterCase question, List<QueueStep> steps) {
        List<Object> all = new ArrayList<>();
        steps.forEach(s -> all.add(s.request()));
        JsonNode answer =
                ask(Map.of("op", "wake", "config", question.config(), "cluster", question.cluster(), "steps", all));
        String error = text(answer, "error");
        if (error != null) {
            throw new IllegalArgumentException(error);
        }
        List<QueueState> states = new ArrayList<>();
        answer.get("steps").forEach(state -> states.add(state(state)));
        return states;
    }

    /**
     * What kube-scheduler's queue alone does with a script; testbed/oracle/queue.go says of what actions it consists.
     *
     * @param question {@code initialBackoff}, {@code maxBackoff} and {@code maxInUnschedulable} in milliseconds,
     *     {@code pop} and {@code script}
     * @return for each action the state after it, and which pod it took
     */
    public List<QueueAnswer> queue(Map<String, ?> question) {
        Map<String, Object> request = new LinkedHashMap<>(question);
        request.put("op", "queue");
        JsonNode answer = ask(request);
        String error = text(answer, "error");
        if (error != null) {
            throw new IllegalArgumentException(error);
        }
        List<QueueAnswer> answers = new ArrayList<>();
        answer.get("script")
                .forEach(a -> answers.add(new QueueAnswer(a.path("popped").asText(), state(a))));
        return answers;
    }

    /**
     * What one action of a script came to.
     *
     * @param popped the pod that it took, or the empty string
     * @param state the queue afterwards
     */
    public record QueueAnswer(String popped, QueueState state) {}

    private static QueueState state(JsonNode answer) {
        SortedMap<String, QueueState.Waiting> pods = new TreeMap<>();
        answer.path("pods")
                .forEachEntry((pod, waiting) -> pods.put(
                        pod,
                        new QueueState.Waiting(
                                waiting.get("queue").textValue(),
                                texts(waiting, "plugins"),
                                texts(waiting, "pending"))));
        SortedMap<String, Double> metrics = new TreeMap<>();
        answer.path("metrics").forEachEntry((name, change) -> metrics.put(name, change.doubleValue()));
        return new QueueState(pods, metrics);
    }

    private static SortedSet<String> texts(JsonNode object, String field) {
        SortedSet<String> all = new TreeSet<>();
        object.path(field).forEach(text -> all.add(text.textValue()));
        return all;
    }

    /** The placements of many clusters, in their order. */
    public List<List<PodPlacement>> place(List<ClusterCase> questions) {
        return each(questions, this::place);
    }

    private static PodPlacement placement(JsonNode pod) {
        List<String> preempted = new ArrayList<>();
        pod.path("preempted").forEach(name -> preempted.add(name.textValue()));
        List<DryRun> dryRuns = new ArrayList<>();
        for (JsonNode run : pod.path("dryRuns")) {
            List<String> victims = new ArrayList<>();
            run.path("victims").forEach(name -> victims.add(name.textValue()));
            dryRuns.add(new DryRun(
                    run.get("node").textValue(),
                    victims,
                    run.path("violations").intValue(),
                    run.path("reason").asText("")));
        }
        Map<String, String> nodes = new LinkedHashMap<>();
        pod.path("nodes").forEachEntry((node, reason) -> nodes.put(node, reason.textValue()));
        Map<String, Map<String, Long>> scores = new LinkedHashMap<>();
        pod.path("scores").forEachEntry((node, byPlugin) -> {
            Map<String, Long> ofNode = new LinkedHashMap<>();
            byPlugin.forEachEntry((plugin, score) -> ofNode.put(plugin, score.longValue()));
            scores.put(node, ofNode);
        });
        return new PodPlacement(
                pod.get("pod").textValue(),
                text(pod, "node"),
                text(pod, "message"),
                text(pod, "nominatedNode"),
                preempted,
                dryRuns,
                nodes,
                scores);
    }

    private static @Nullable String text(JsonNode object, String field) {
        return object.path(field).textValue();
    }

    private JsonNode ask(Map<String, ?> request) {
        OracleProcess process;
        try {
            process = idle.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for an oracle", e);
        }
        try {
            return process.ask(request);
        } finally {
            idle.add(process.alive() ? process : new OracleProcess(binary));
        }
    }

    private <Q, A> List<A> each(List<Q> questions, Function<Q, A> answer) {
        try (ExecutorService executor = Executors.newFixedThreadPool(processes)) {
            List<Future<A>> futures = new ArrayList<>();
            for (Q question : questions) {
                futures.add(executor.submit(() -> answer.apply(question)));
            }
            List<A> answers = new ArrayList<>();
            for (Future<A> future : futures) {
                answers.add(future.get());
            }
            return answers;
        } catch (ExecutionException e) {
            throw new IllegalStateException("asking the oracle", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while asking the oracle", e);
        }
    }

    /** Ends the processes; nobody may be asking. */
    @Override
    public void close() {
        for (OracleProcess process : idle) {
            process.close();
        }
    }
}
