package dev.customscheduler.engine;

import com.fasterxml.jackson.databind.JsonNode;
import dev.customscheduler.config.EffectiveProfile;
import dev.customscheduler.engine.AttemptResult.Outcome;
import dev.customscheduler.engine.attempts.AttemptLog;
import dev.customscheduler.engine.attempts.NodeRefusals;
import dev.customscheduler.engine.attempts.ScoreTable;
import dev.customscheduler.engine.cache.ClusterCache;
import dev.customscheduler.engine.cache.NodeSnapshot;
import dev.customscheduler.engine.cycle.Algorithm;
import dev.customscheduler.engine.cycle.CycleResult;
import dev.customscheduler.engine.cycle.Judgement;
import dev.customscheduler.engine.cycle.Nominator;
import dev.customscheduler.engine.cycle.PluginCalls;
import dev.customscheduler.engine.cycle.PodsInPreBind;
import dev.customscheduler.engine.cycle.ProfileRunner;
import dev.customscheduler.engine.cycle.WaitingPods;
import dev.customscheduler.engine.extender.Extenders;
import dev.customscheduler.engine.objects.ClusterObjects;
import dev.customscheduler.engine.profile.PluginContext;
import dev.customscheduler.engine.profile.Profile;
import dev.customscheduler.engine.profile.ProfileBuilder;
import dev.customscheduler.engine.queue.QueuedPodInfo;
import dev.customscheduler.engine.queue.SchedulingQueue;
import dev.customscheduler.framework.Cluster.PodEvent;
import dev.customscheduler.framework.ClusterEvent;
import dev.customscheduler.framework.ClusterEventWithHint;
import dev.customscheduler.framework.Status;
import dev.customscheduler.framework.WaitingPod;
import dev.customscheduler.framework.model.Node;
import dev.customscheduler.framework.model.Pod;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A scheduler with one or more profiles.
 *
 * <p>It is told of the cluster by {@link #putNode}, {@link #putPod} and their like, from one thread, in the order of
 * the watch; told the same twice, it does nothing the second time, so after a lost watch everything is simply put again
 * and what is gone removed. It then works in one of two ways. Live, {@link #run} takes pods from the queue and tries
 * them one after another on the calling thread, while binding goes on in virtual threads. Step by step,
 * {@link #scheduleOne} tries one pod from beginning to end and says everything about it: for simulation and for
 * comparison with other schedulers. Both run the same cycle.
 *
 * <p><b>The parts.</b> This class puts them together and runs the scheduling cycle. {@link EventHandlers} takes what
 * happens in the cluster into the cache and the queue; {@link Algorithm} finds a node in a snapshot of the cache;
 * {@link BindingCycle} does the rest once the pod is assumed there; {@link Failures} puts back what failed, from either
 * cycle; {@link AttemptLog} remembers a bounded part of it for those who ask.
 *
 * <p><b>Threads.</b> One thread tells of changes. One runs the scheduling cycle, under the lock {@code cycle}, so that
 * {@link #judge} and {@link #scheduleOne} may be called from any other: the snapshot, the algorithm's arrays and the
 * place where the next search begins belong to whoever holds it. Each binding has a virtual thread of its own and never
 * takes that lock, however long it waits. The cache, the queue, the nominations and the pods that wait for Permit are
 * shared by all and guard themselves.
 */
public final class Scheduler implements AutoCloseable {
    private final SchedulerOptions options;
    private final ClusterCache cache;
    private final NodeSnapshot snapshot = new NodeSnapshot();
    private final ClusterObjects objects;
    private final Nominator nominator = new Nominator();
    private final WaitingPods waitingPods;
    private final PodsInPreBind podsInPreBind = new PodsInPreBind();
    private final Extenders extenders;
    private final Algorithm algorithm;
    private final Map<String, ProfileRunner> runners = new LinkedHashMap<>();
    private final Map<String, Map<String, List<ClusterEventWithHint>>> interests = new HashMap<>();
    private final SchedulingQueue queue;
    private final AttemptLog attempts;
    private final EventHandlers handlers;
    private final Failures failures;
    private final BindingCycle binding;
    private final ExecutorService background = Executors.newVirtualThreadPerTaskExecutor();
    private final ReentrantLock cycle = new ReentrantLock();

    /**
     * A scheduler that knows nothing of the cluster yet.
     *
     * @throws IllegalArgumentException where a profile cannot be made, for example of a plugin that nobody knows; the
     *     message is for users
     */
    public Scheduler(SchedulerOptions options) {
        this(options, AttemptLog.Limits.DEFAULT);
    }

    /**
     * The same, with other bounds for what is remembered of attempts.
     *
     * @throws IllegalArgumentException as the constructor does
     */
    public Scheduler(SchedulerOptions options, AttemptLog.Limits limits) {
        this(options, false, Chance.RANDOM, limits, new ClusterCache(), new ClusterObjects());
    }

    /**
     * A scheduler for {@link #scheduleOne} alone: nothing is left to chance, and what live goes on in the background
     * has ended when it returns.
     *
     * @throws IllegalArgumentException as the constructor does
     */
    public static Scheduler stepwise(SchedulerOptions options) {
        return stepwise(options, Chance.NONE);
    }

    /**
     * The same, where {@code chance} decides what kube-scheduler leaves to chance.
     *
     * @throws IllegalArgumentException as the constructor does
     */
    public static Scheduler stepwise(SchedulerOptions options, Chance chance) {
        return new Scheduler(
                options, true, chance, AttemptLog.Limits.NOTHING, new ClusterCache(), new ClusterObjects());
    }

    /**
     * A stepwise scheduler of the same profiles that knows what this one knows now, for trying what if. Nothing that it
     * does reaches the cluster or this scheduler; extenders are not asked, since they must not hear of pods and nodes
     * that do not exist. The caller closes it.
     */
    public Scheduler copy() {
        SchedulerOptions own = new SchedulerOptions(
                options.profiles(),
                1,
                100,
                List.of(),
                options.queue(),
                new NoCluster(),
                options.clock(),
                SchedulerObserver.NONE,
                options.registry());
        Scheduler copy = new Scheduler(own, true, Chance.NONE, AttemptLog.Limits.NOTHING, cache.copy(), objects.copy());
        copy.nominator.addAll(nominator);
        return copy;
    }

    private Scheduler(
            SchedulerOptions options,
            boolean stepwise,
            Chance chance,
            AttemptLog.Limits limits,
            ClusterCache cache,
            ClusterObjects objects) {
        this.options = options;
        this.cache = cache;
        this.objects = objects;
        this.attempts = new AttemptLog(limits, options.clock());
        this.waitingPods = new WaitingPods(options.clock());
        this.extenders = new Extenders(options.extenders(), options.observer());
        this.algorithm = new Algorithm(
                snapshot,
                options.parallelism(),
                options.percentageOfNodesToScore(),
                extenders,
                options.observer(),
                chance::lot);
        for (EffectiveProfile effective : options.profiles()) {
            ProfileHandle handle = new ProfileHandle(
                    effective.schedulerName(),
                    snapshot,
                    nominator,
                    waitingPods,
                    podsInPreBind,
                    options,
                    this::activate);
            Profile profile = ProfileBuilder.build(
                    effective,
                    options.registry(),
                    new PluginContext(
                            handle,
                            cache,
                            objects,
                            extenders,
                            options.parallelism(),
                            stepwise ? Runnable::run : background,
                            options.observer(),
                            chance));
            ProfileRunner runner = new ProfileRunner(profile, nominator, options.observer());
            handle.join(runner);
            runners.put(profile.name(), runner);
            interests.put(profile.name(), profile.events());
        }
        if (runners.isEmpty()) {
            throw new IllegalArgumentException("at least one profile is needed");
        }
        this.queue = new SchedulingQueue(
                runners.values().iterator().next().profile().queueSort(),
                this::preEnqueue,
                interests,
                options.queue(),
                options.clock(),
                options.observer());
        this.handlers = new EventHandlers(
                cache, objects, nominator, queue, waitingPods, attempts, options.observer(), this::isResponsibleFor);
        StatusWriter writer = new StatusWriter(options.cluster(), background, options.observer());
        this.failures = new Failures(cache, queue, nominator, attempts, writer, options);
        this.binding = new BindingCycle(
                cache, queue, waitingPods, podsInPreBind, extenders, attempts, writer, failures, options);
    }

    private Status preEnqueue(Pod pod, String first) {
        ProfileRunner runner = runners.get(pod.spec().schedulerName());
        return runner == null ? Status.success() : runner.preEnqueue(pod, first);
    }

    private void activate(String uid) {
        queue.activate(uid);
    }

    /** The default plugins that a profile names and that are not built in, sorted. */
    public Set<String> missingPlugins() {
        Set<String> all = new TreeSet<>();
        runners.values().forEach(r -> all.addAll(r.profile().missing()));
        return all;
    }

    /** The names of the profiles. */
    public Set<String> schedulerNames() {
        return Set.copyOf(runners.keySet());
    }

    /** Whether a profile has the scheduler name that the pod asks for. */
    public boolean isResponsibleFor(Pod pod) {
        return runners.containsKey(pod.spec().schedulerName());
    }

    /** Takes a node, or another state of it. */
    public void putNode(Node node) {
        handlers.putNode(node);
    }

    /** Forgets a node. */
    public void removeNode(String name) {
        handlers.removeNode(name);
    }

    /** Takes a pod, or another state of it; a pod that came to its end counts as removed. */
    public void putPod(Pod pod) {
        handlers.putPod(pod);
    }

    /** Forgets the pod of that UID (where pods have none, {@code namespace/name}). */
    public void removePod(String uid) {
        handlers.removePod(uid);
    }

    /**
     * Takes an object of another kind, or another state of it. Kinds that no plugin reads are passed over.
     *
     * @param object the object with apiVersion and kind
     * @throws IOException where a value is malformed
     */
    public void putObject(JsonNode object) throws IOException {
        handlers.putObject(object);
    }

    /** Forgets an object of another kind; the namespace is empty for cluster-scoped kinds. */
    public void removeObject(String kind, String namespace, String name) {
        handlers.removeObject(kind, namespace, name);
    }

    /** What the scheduler knows of nodes and assigned pods. */
    public ClusterCache cache() {
        return cache;
    }

    /** The pod of that UID if Permit plugins let it wait, or null. */
    public @Nullable WaitingPod waitingPod(String uid) {
        return waitingPods.get(uid);
    }

    /** The pods that wait. */
    public SchedulingQueue queue() {
        return queue;
    }

    /** What is remembered of attempts. */
    public AttemptLog attempts() {
        return attempts;
    }

    /** How often the plugins of each profile were asked, by the profile's name. */
    public Map<String, PluginCalls> pluginCalls() {
        Map<String, PluginCalls> all = new LinkedHashMap<>();
        runners.forEach((name, runner) -> all.put(name, runner.calls()));
        return all;
    }

    /** The objects other than nodes and pods. */
    public ClusterObjects objects() {
        return objects;
    }

    /** Whether extenders have a say, so that the plugins alone do not decide. */
    public boolean hasExtenders() {
        return !extenders.isEmpty();
    }

    /**
     * The events that a plugin asked for: those that may help pods that it refused.
     *
     * @return empty where it asked for none, so that none wakes them
     */
    public List<ClusterEvent> wakers(String schedulerName, String plugin) {
        List<ClusterEvent> events = new ArrayList<>();
        for (ClusterEventWithHint e :
                interests.getOrDefault(schedulerName, Map.of()).getOrDefault(plugin, List.of())) {
            events.add(e.event());
        }
        return events;
    }

    /**
     * Asks the PreEnqueue plugins, and then the PreFilter and Filter plugins of every node, whether they would take
     * {@code pod}. Nothing is changed.
     *
     * @throws IllegalArgumentException where {@link #isResponsibleFor} does not hold
     */
    public Judgement judge(Pod pod) {
        cycle.lock();
        try {
            cache.update(snapshot);
            return Judgement.of(runner(pod), snapshot, pod);
        } finally {
            cycle.unlock();
        }
    }

    /**
     * Asks one node only, as {@link #judge(Pod)} does.
     *
     * @return Success, or the first refusal
     * @throws IllegalArgumentException as there
     */
    public Status judge(Pod pod, String node) {
        cycle.lock();
        try {
            cache.update(snapshot);
            return Judgement.of(runner(pod), snapshot, pod, node);
        } finally {
            cycle.unlock();
        }
    }

    private ProfileRunner runner(Pod pod) {
        ProfileRunner runner = runners.get(pod.spec().schedulerName());
        if (runner == null) {
            throw new IllegalArgumentException(
                    "no profile is named " + pod.spec().schedulerName());
        }
        return runner;
    }

    /** Tries pods from the queue until the scheduler is closed or the thread is interrupted. */
    public void run() {
        try {
            while (true) {
                QueuedPodInfo info = queue.take();
                if (info == null) {
                    return;
                }
                attempt(info);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Tries the next pod of the queue on the calling thread, as {@link #run} does; a binding goes on in the background.
     *
     * @return whether there was one
     */
    public boolean attemptNext() {
        QueuedPodInfo info = queue.poll();
        if (info == null) {
            return false;
        }
        attempt(info);
        return true;
    }

    private void attempt(QueuedPodInfo info) {
        cycle.lock();
        try {
            tryQueued(info);
        } finally {
            cycle.unlock();
        }
    }

    private void tryQueued(QueuedPodInfo info) {
        Pod pod = info.pod();
        ProfileRunner runner = runners.get(pod.spec().schedulerName());
        if (runner == null || pod.isAssigned() || cache.isAssumed(pod.uid())) {
            queue.done(pod.uid());
            return;
        }
        String profile = runner.profile().name();
        if (pod.isTerminating()) {
            String note = "skip schedule deleting pod: " + pod.key();
            options.cluster().event(new PodEvent(pod, true, "FailedScheduling", "Scheduling", note, profile));
            queue.done(pod.uid());
            return;
        }
        Attempt attempt = new Attempt(runner, pod, options.clock().nanos());
        CycleResult result = decide(attempt, false);
        String node = result.node();
        if (node == null) {
            remember(attempt, result);
            failures.fail(info, attempt, result.status(), result.nominatedNode(), result.rejectors(), result.pending());
            return;
        }
        if (attempts.keepsAnything()) {
            ScoreTable scores = algorithm.scores(runner);
            attempts.placed(pod.uid(), node, info.attempts(), result.evaluatedNodes(), result.feasibleNodes(), scores);
        }
        background.execute(() -> binding.run(info, attempt, node));
    }

    private void remember(Attempt attempt, CycleResult failed) {
        if (attempts.keepsAnything()) {
            String nominated = failed.nominatedNode();
            attempts.failed(
                    attempt.pod.uid(),
                    failed.status().message(),
                    failed.status().isRejected(),
                    nominated == null ? "" : nominated,
                    failed.statuses().isEmpty() ? algorithm.refusals() : NodeRefusals.of(failed.statuses()));
        }
    }

    /** The scheduling cycle: from the snapshot to Permit. On success the attempt's pod has its node and is assumed. */
    private CycleResult decide(Attempt attempt, boolean diagnose) {
        cache.update(snapshot);
        CycleResult result = algorithm.run(attempt.runner, attempt.state, attempt.pod, diagnose);
        options.observer().algorithm(options.clock().nanos() - attempt.start);
        if (result.node() == null) {
            return result;
        }
        Pod before = attempt.pod;
        attempt.pod = before.withNodeName(result.node());
        if (!cache.assume(attempt.pod)) {
            return result.refused(Status.error("", "pod " + before.uid() + " is in the cache, so can't be assumed"));
        }
        nominator.remove(before.uid());
        long reserving = System.nanoTime();
        Status reserved = attempt.runner.reserve(attempt.state, attempt.pod, result.node());
        attempt.told(options.observer(), "Reserve", reserved, reserving);
        if (!reserved.isSuccess()) {
            attempt.giveUp(result.node(), cache, options.observer());
            return result.refused(reserved);
        }
        long permitting = System.nanoTime();
        ProfileRunner.Permitted permitted = attempt.runner.permit(attempt.state, attempt.pod, result.node());
        attempt.told(options.observer(), "Permit", permitted.status(), permitting);
        if (permitted.status().isWait()) {
            waitingPods.add(attempt.pod, permitted.waits());
        } else if (!permitted.status().isSuccess()) {
            attempt.giveUp(result.node(), cache, options.observer());
            return result.refused(permitted.status());
        }
        return result;
    }

    /**
     * Tries {@code pod}, which need not be known, once from PreEnqueue to PostBind on the calling thread, past the
     * queue, and says everything about it. The pod's status and its nomination in the cluster are not written; binding
     * is.
     *
     * @param diagnose whether the result has statuses and scores by node; without them a large cluster takes a fraction
     *     of the memory and time
     */
    public AttemptResult scheduleOne(Pod pod, boolean diagnose) {
        ProfileRunner runner = runners.get(pod.spec().schedulerName());
        if (runner == null) {
            return untried(pod, Outcome.NOT_RESPONSIBLE, "");
        }
        if (!pod.status().nominatedNodeName().isEmpty()) {
            nominator.add(pod, pod.status().nominatedNodeName());
        }
        Status gate = runner.preEnqueue(pod);
        if (!gate.isSuccess()) {
            return untried(pod, Outcome.GATED, gatedMessage(pod, gate));
        }
        cycle.lock();
        try {
            Attempt attempt = new Attempt(runner, pod, options.clock().nanos());
            CycleResult result = decide(attempt, diagnose);
            Status status = result.status();
            if (result.node() != null) {
                status = binding.bind(attempt, result.node(), null);
                if (!status.isSuccess()) {
                    attempt.giveUp(result.node(), cache, options.observer());
                    result = attempt.refusal.isRejected() ? result.refused(attempt.refusal) : result.notBound(status);
                    status = result.status();
                }
            } else if (result.nominatedNode() != null) {
                nominate(pod, result.nominatedNode());
            }
            return new AttemptResult(
                    pod,
                    status.isSuccess()
                            ? Outcome.SCHEDULED
                            : status.isRejected() ? Outcome.UNSCHEDULABLE : Outcome.ERROR,
                    result.node(),
                    status.isSuccess() ? "" : status.message(),
                    result.node() != null || result.nominatedNode() == null ? "" : result.nominatedNode(),
                    result.statuses(),
                    result.scores(),
                    List.of(),
                    result.evaluatedNodes(),
                    result.feasibleNodes());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return untried(pod, Outcome.ERROR, "interrupted");
        } finally {
            cycle.unlock();
        }
    }

    /** Of scheduling gates the API server tells when the pod is created, of anything else nobody but the plugin. */
    private static String gatedMessage(Pod pod, Status gate) {
        return pod.spec().schedulingGates().isEmpty()
                ? gate.message()
                : "Scheduling is blocked due to non-empty scheduling gates";
    }

    private void nominate(Pod pod, String node) {
        if (node.isEmpty()) {
            nominator.remove(pod.uid());
        } else {
            nominator.add(pod, node);
        }
    }

    private static AttemptResult untried(Pod pod, Outcome outcome, String message) {
        return new AttemptResult(pod, outcome, null, message, "", Map.of(), Map.of(), List.of(), 0, 0);
    }

    /** Stops {@link #run} and waits for the bindings that are under way. */
    @Override
    public void close() {
        queue.close();
        waitingPods.all().forEach(p -> p.reject("", "the scheduler is stopping"));
        background.close();
        algorithm.close();
    }
}
