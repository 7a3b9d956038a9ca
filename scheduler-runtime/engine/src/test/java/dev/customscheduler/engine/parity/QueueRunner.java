package dev.customscheduler.engine.parity;

import com.fasterxml.jackson.databind.JsonNode;
import dev.customscheduler.config.ConfigurationReader;
import dev.customscheduler.config.ConfigurationResult;
import dev.customscheduler.config.Source;
import dev.customscheduler.config.Target;
import dev.customscheduler.engine.Scheduler;
import dev.customscheduler.engine.SchedulerObserver;
import dev.customscheduler.engine.SchedulerOptions;
import dev.customscheduler.engine.cycle.Judgement;
import dev.customscheduler.engine.decode.NodeDecoder;
import dev.customscheduler.engine.decode.PodDecoder;
import dev.customscheduler.engine.profile.PluginRegistry;
import dev.customscheduler.engine.queue.SchedulingQueue.Queue;
import dev.customscheduler.engine.queue.WaitingState;
import dev.customscheduler.framework.ApiResult;
import dev.customscheduler.framework.Cluster;
import dev.customscheduler.framework.ClusterEvent;
import dev.customscheduler.framework.WaitingPod;
import dev.customscheduler.framework.model.Pod;
import dev.customscheduler.testbed.oracle.QueueState;
import dev.customscheduler.testbed.oracle.QueueStep;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Runs the engine through the steps of a question to the oracle, and says what the oracle says. */
final class QueueRunner implements Cluster, SchedulerObserver, AutoCloseable {
    private static final Target TARGET = Target.bundled().withAdded(Map.of(Steered.NAME, Steered.POINTS));

    private final PodDecoder pods = new PodDecoder();
    private final NodeDecoder nodes = new NodeDecoder();
    private final Scheduler scheduler;
    private final Map<String, Double> metrics = new HashMap<>();
    private final Thread caller = Thread.currentThread();
    private final BlockingQueue<String> endedBindings = new LinkedBlockingQueue<>();
    private final List<Pod> bound = Collections.synchronizedList(new ArrayList<>());
    private volatile List<QueueStep> during = List.of();
    private volatile String bindError = "";
    /** Whether the attempt ended without a binding cycle. */
    private boolean decided;
    /** Whether room was made for a pod. */
    private boolean preempts;
    /** How many pods were bound. */
    private int placed;

    private QueueRunner(String config) {
        ConfigurationResult result =
                ConfigurationReader.read(config.getBytes(StandardCharsets.UTF_8), Source.NONE, TARGET);
        if (!(result instanceof ConfigurationResult.Accepted accepted)) {
            throw new IllegalArgumentException("configuration refused: " + result.findings() + "\n" + config);
        }
        this.scheduler =
                new Scheduler(SchedulerOptions.of(accepted.configuration(), accepted.profiles(), List.of(), this, this)
                        .withRegistry(PluginRegistry.builtIn()
                                .with(Steered.NAME, (args, context) -> new Steered(this::meanwhile))));
    }

    static List<QueueState> run(String config, List<JsonNode> objects, List<QueueStep> steps) {
        List<QueueState> states = new ArrayList<>();
        try (QueueRunner runner = new QueueRunner(config)) {
            for (JsonNode o : objects) {
                runner.apply(QueueStep.put(o));
            }
            for (QueueStep s : steps) {
                Map<String, Double> before = new HashMap<>(runner.metrics);
                Map<Queue, Integer> sizes = runner.scheduler.queue().sizes();
                runner.apply(s);
                states.add(runner.state(before, sizes));
            }
        }
        return states;
    }

    /**
     * What comes of a pod's first attempt.
     *
     * @param refused whether no node takes the pod, so that it waits
     * @param preempts whether others were evicted meanwhile
     * @param attempts how many pods were tried until then
     */
    record Trial(boolean refused, boolean preempts, int attempts) {}

    /** Tries the pod, and before it the other pods that wait and are more important. */
    static Trial trial(String config, List<JsonNode> objects, JsonNode pod) {
        try (QueueRunner runner = new QueueRunner(config)) {
            objects.forEach(o -> runner.apply(QueueStep.put(o)));
            Pod tried = runner.pods.read(pod);
            if (!runner.scheduler.isResponsibleFor(tried)) {
                return new Trial(false, false, 0);
            }
            Judgement judgement = runner.scheduler.judge(tried);
            if (!judgement.gate().isSuccess() || !judgement.feasible().isEmpty()) {
                return new Trial(false, false, 0);
            }
            runner.scheduler.putPod(tried);
            int attempts = 0;
            while (runner.isActive() && runner.placed == 0) {
                runner.apply(QueueStep.attempt());
                attempts++;
            }
            return new Trial(runner.placed == 0, runner.preempts, attempts);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean isActive() {
        return scheduler.queue().sizes().getOrDefault(Queue.ACTIVE, 0) > 0;
    }

    private void apply(QueueStep s) {
        try {
            switch (s.action()) {
                case PUT -> put(Objects.requireNonNull(s.object()));
                case DELETE -> delete(Objects.requireNonNull(s.object()));
                case ATTEMPT -> {
                    during = s.during();
                    bindError = s.bindError();
                    decided = false;
                    if (!scheduler.attemptNext()) {
                        throw new IllegalArgumentException("no pod to try");
                    }
                    if (!decided) {
                        rejectWaiting();
                        if (endedBindings.poll(30, TimeUnit.SECONDS) == null) {
                            throw new IllegalStateException("the binding does not end");
                        }
                    }
                    placed += bound.size();
                    List.copyOf(bound).forEach(scheduler::putPod);
                    bound.clear();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** Does what happens during the attempt, and then rejects the pod, if there is one that Steered lets wait. */
    private void rejectWaiting() {
        for (Pod pod : scheduler.queue().pods()) {
            WaitingPod waiting = scheduler.waitingPod(pod.uid());
            if (waiting != null) {
                meanwhile();
                waiting.reject(Steered.NAME, "as asked");
            }
        }
    }

    private void put(JsonNode object) throws IOException {
        switch (object.path("kind").asText()) {
            case "Node" -> scheduler.putNode(nodes.read(object));
            case "Pod" -> scheduler.putPod(pods.read(object));
            default -> scheduler.putObject(object);
        }
    }

    private void delete(JsonNode object) {
        String name = object.at("/metadata/name").asText();
        switch (object.path("kind").asText()) {
            case "Node" -> scheduler.removeNode(name);
            case "Pod" -> scheduler.removePod(object.at("/metadata/uid").asText());
            default ->
                scheduler.removeObject(
                        object.path("kind").asText(),
                        object.at("/metadata/namespace").asText(),
                        name);
        }
    }

    private void meanwhile() {
        List<QueueStep> now = during;
        during = List.of();
        now.forEach(this::apply);
    }

    private QueueState state(Map<String, Double> before, Map<Queue, Integer> sizes) {
        SortedMap<String, QueueState.Waiting> waiting = new TreeMap<>();
        for (Pod pod : scheduler.queue().pods()) {
            WaitingState state = scheduler.queue().waiting(pod.uid());
            if (state != null) {
                boolean tried = state.where() == WaitingState.Where.TRIED_NOW;
                waiting.put(
                        pod.key(),
                        new QueueState.Waiting(
                                tried ? "in flight" : state.where().name().toLowerCase(Locale.ROOT),
                                new TreeSet<>(state.rejectors()),
                                new TreeSet<>(state.pending())));
            }
        }
        SortedMap<String, Double> changes = new TreeMap<>();
        metrics.forEach((name, value) -> {
            double change = value - before.getOrDefault(name, 0.0);
            if (change != 0) {
                changes.put(name, change);
            }
        });
        scheduler.queue().sizes().forEach((queue, size) -> {
            int change = size - sizes.getOrDefault(queue, 0);
            if (change != 0) {
                changes.put(
                        "scheduler_pending_pods{queue=" + queue.name().toLowerCase(Locale.ROOT) + "}", (double) change);
            }
        });
        return new QueueState(waiting, changes);
    }

    private synchronized void count(String metric, double by) {
        metrics.merge(metric, by, Double::sum);
    }

    @Override
    public void queued(String queue, String event) {
        count("scheduler_queue_incoming_pods_total{event=" + event + ",queue=" + queue + "}", 1);
    }

    @Override
    public void unschedulable(String plugin, String profile, int change) {
        count("scheduler_unschedulable_pods{plugin=" + plugin + ",profile=" + profile + "}", change);
    }

    @Override
    public void eventHandled(ClusterEvent event, long nanos) {
        count("scheduler_event_handling_duration_seconds{event=" + event.label() + "}", 1);
    }

    @Override
    public void preemption(int victims) {
        preempts = true;
    }

    @Override
    public void attempt(String profile, Result result, long nanos) {
        if (result != Result.SCHEDULED) {
            meanwhile();
        }
        decidedHere();
    }

    private void decidedHere() {
        if (Thread.currentThread() == caller) {
            decided = true;
        }
    }

    @Override
    public void goroutines(String operation, int change) {
        if (change < 0 && operation.equals("binding")) {
            endedBindings.add(operation);
        }
    }

    @Override
    public void error(String what, String pod, Throwable cause) {
        // Some configurations make plugins fail, here and there: the pod's place says whether both took it for an
        // error.
    }

    @Override
    public ApiResult bind(Pod pod, String nodeName) {
        meanwhile();
        if (!bindError.isEmpty()) {
            return new ApiResult(ApiResult.Outcome.REFUSED, bindError);
        }
        bound.add(pod.withNodeName(nodeName));
        return ApiResult.ok();
    }

    @Override
    public ApiResult patchStatus(Pod pod, StatusPatch patch) {
        return ApiResult.ok();
    }

    @Override
    public ApiResult delete(Pod pod) {
        return ApiResult.ok();
    }

    @Override
    public void event(PodEvent event) {
        // The oracle says nothing of events either. A pod that is going has no attempt, but an event.
        decidedHere();
    }

    @Override
    public void close() {
        scheduler.close();
    }
}
