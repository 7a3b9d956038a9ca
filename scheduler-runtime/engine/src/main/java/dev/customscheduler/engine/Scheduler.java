package dev.customscheduler.engine;

import com.fasterxml.jackson.databind.JsonNode;
import dev.customscheduler.config.EffectiveProfile;
import dev.customscheduler.engine.AttemptResult.Outcome;
import dev.customscheduler.engine.SchedulerObserver.Result;
import dev.customscheduler.engine.attempts.AttemptLog;
import dev.customscheduler.engine.attempts.NodeRefusals;
import dev.customscheduler.engine.attempts.ScoreTable;
import dev.customscheduler.engine.cache.ClusterCache;
import dev.customscheduler.engine.cache.NodeSnapshot;
import dev.customscheduler.engine.cycle.Algorithm;
import dev.customscheduler.engine.cycle.CycleResult;
import dev.customscheduler.engine.cycle.FitMessage;
import dev.customscheduler.engine.cycle.Judgement;
import dev.customscheduler.engine.cycle.Nominator;
import dev.customscheduler.engine.cycle.PluginCalls;
import dev.customscheduler.engine.cycle.ProfileRunner;
import dev.customscheduler.engine.cycle.WaitingPods;
import dev.customscheduler.engine.extender.Extenders;
import dev.customscheduler.engine.objects.ClusterObjects;
import dev.customscheduler.engine.profile.PluginContext;
import dev.customscheduler.engine.profile.Profile;
import dev.customscheduler.engine.profile.ProfileBuilder;
import dev.customscheduler.engine.queue.Changes;
import dev.customscheduler.engine.queue.QueuedPodInfo;
import dev.customscheduler.engine.queue.SchedulingQueue;
import dev.customscheduler.framework.Cluster.PodEvent;
import dev.customscheduler.framework.Cluster.Scheduled;
import dev.customscheduler.framework.Cluster.StatusPatch;
import dev.customscheduler.framework.ClusterEvent;
import dev.customscheduler.framework.ClusterEvent.Action;
import dev.customscheduler.framework.ClusterEvent.Resource;
import dev.customscheduler.framework.ClusterEventWithHint;
import dev.customscheduler.framework.Code;
import dev.customscheduler.framework.CycleState;
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
 */
public final class Scheduler implements AutoCloseable {
    private final SchedulerOptions options;
    private final ClusterCache cache;
    private final NodeSnapshot snapshot = new NodeSnapshot();
    private final ClusterObjects objects;
    private final Nominator nominator = new Nominator();
    private final WaitingPods waitingPods;
    private final Extenders extenders;
    private final Algorithm algorithm;
    private final Map<String, ProfileRunner> runners = new LinkedHashMap<>();
    private final Map<String, Map<String, List<ClusterEventWithHint>>> interests = new HashMap<>();
    private final SchedulingQueue queue;
    private final AttemptLog attempts;
    private final StatusWriter statusWriter;
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
        this.statusWriter = new StatusWriter(options.cluster(), background, options.observer());
        for (EffectiveProfile effective : options.profiles()) {
            ProfileHandle handle = new ProfileHandle(
                    effective.schedulerName(), snapshot, nominator, waitingPods, options, this::activate);
            Profile profile = ProfileBuilder.build(
                    effective,
                    options.registry(),
                    new PluginContext(
                            handle,
                            cache,
                            objects,
                            extenders,
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
    }

    private Status preEnqueue(Pod pod) {
        ProfileRunner runner = runners.get(pod.spec().schedulerName());
        return runner == null ? Status.success() : runner.preEnqueue(pod);
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
        long start = System.nanoTime();
        Node before = cache.putNode(node);
        if (before == null) {
            tell(new ClusterEvent(Resource.NODE, Action.ADD), null, node, start);
            return;
        }
        for (ClusterEvent e : Changes.between(before, node)) {
            tell(e, before, node, start);
        }
    }

    /** Forgets a node. */
    public void removeNode(String name) {
        long start = System.nanoTime();
        Node before = cache.removeNode(name);
        if (before != null) {
            tell(new ClusterEvent(Resource.NODE, Action.DELETE), before, null, start);
        }
    }

    /** Takes a pod, or another state of it; a pod that came to its end counts as removed. */
    public void putPod(Pod pod) {
        if (pod.status().isTerminal()) {
            removePod(pod.uid());
        } else if (pod.isAssigned()) {
            long start = System.nanoTime();
            boolean confirms = cache.isAssumed(pod.uid());
            boolean waited = confirms || queue.pod(pod.uid()) != null;
            Pod before = cache.putPod(pod);
            queue.remove(pod.uid());
            nominator.remove(pod.uid());
            if (before == null || confirms) {
                tell(new ClusterEvent(Resource.ASSIGNED_POD, Action.ADD), null, pod, start);
                if (waited) {
                    handled(new ClusterEvent(Resource.UNSCHEDULED_POD, Action.DELETE), start);
                }
            } else if (before != pod) {
                for (ClusterEvent e : Changes.between(before, pod, Resource.ASSIGNED_POD)) {
                    tell(e, before, pod, start);
                }
                handled(new ClusterEvent(Resource.ASSIGNED_POD, Action.UPDATE), start);
            }
        } else if (isResponsibleFor(pod)) {
            putPending(pod);
        }
    }

    private void putPending(Pod pod) {
        long start = System.nanoTime();
        Pod before = queue.pod(pod.uid());
        if (before != null && isSame(before, pod)) {
            return;
        }
        if (cache.isAssumed(pod.uid())) {
            queue.refresh(pod);
            if (pod.isTerminating()) {
                takeBack(pod.uid(), null);
            }
            return;
        }
        if (!pod.status().nominatedNodeName().isEmpty()) {
            nominator.add(pod, pod.status().nominatedNodeName());
        } else {
            nominator.update(pod);
        }
        queue.put(pod);
        if (before != null
                && !before.status().nominatedNodeName().equals(pod.status().nominatedNodeName())) {
            freeNomination(before);
        }
        handled(new ClusterEvent(Resource.UNSCHEDULED_POD, before == null ? Action.ADD : Action.UPDATE), start);
        if (before != null) {
            for (ClusterEvent e : Changes.between(before, pod, Resource.UNSCHEDULED_POD)) {
                if (e.actions() != Action.UPDATE_OTHER) {
                    handled(e, start);
                }
            }
        }
    }

    private static boolean isSame(Pod a, Pod b) {
        String version = a.metadata().resourceVersion();
        return !version.isEmpty() && version.equals(b.metadata().resourceVersion());
    }

    /**
     * A pod without a node gave up the node that it was nominated to: to pods that are no more important than it, this
     * is as if it had been there and was deleted.
     */
    private void freeNomination(Pod before) {
        if (!before.status().nominatedNodeName().isEmpty()) {
            ClusterEvent freed = new ClusterEvent(Resource.ASSIGNED_POD, Action.DELETE);
            queue.event(freed, before, null, other -> other.priority() <= before.priority());
        }
    }

    private void tell(ClusterEvent event, @Nullable Object before, @Nullable Object after, long start) {
        queue.event(event, before, after);
        handled(event, start);
    }

    private void handled(ClusterEvent event, long start) {
        observer().eventHandled(event, System.nanoTime() - start);
    }

    private SchedulerObserver observer() {
        return options.observer();
    }

    /** Forgets the pod of that UID (where pods have none, {@code namespace/name}). */
    public void removePod(String uid) {
        Pod pending = queue.pod(uid);
        queue.remove(uid);
        nominator.remove(uid);
        attempts.settled(uid);
        takeBack(uid, pending);
    }

    /**
     * Gives back what an assigned or assumed pod holds. A pod that waits for Permit plugins is rejected and gives it
     * back itself; the binding of another goes on, and fails.
     *
     * @param pending the pod as the queue knew it, or null
     */
    private void takeBack(String uid, @Nullable Pod pending) {
        long start = System.nanoTime();
        WaitingPod waiting = waitingPods.get(uid);
        boolean rejected = waiting != null && waiting.reject("", "removed");
        Pod before = rejected ? cache.pod(uid) : cache.removePod(uid);
        if (before != null) {
            tell(new ClusterEvent(Resource.ASSIGNED_POD, Action.DELETE), before, null, start);
        } else if (pending != null) {
            freeNomination(pending);
            handled(new ClusterEvent(Resource.UNSCHEDULED_POD, Action.DELETE), start);
        }
    }

    /**
     * Takes an object of another kind, or another state of it. Kinds that no plugin reads are passed over.
     *
     * @param object the object with apiVersion and kind
     * @throws IOException where a value is malformed
     */
    public void putObject(JsonNode object) throws IOException {
        announce(objects.put(object));
    }

    /** Forgets an object of another kind; the namespace is empty for cluster-scoped kinds. */
    public void removeObject(String kind, String namespace, String name) {
        announce(objects.remove(kind, namespace, name));
    }

    private void announce(ClusterObjects.@Nullable Change change) {
        if (change == null) {
            return;
        }
        int action = change.before() == null ? Action.ADD : change.after() == null ? Action.DELETE : Action.UPDATE;
        ClusterEvent event = new ClusterEvent(change.resource(), action);
        if (change.resource() == Resource.NAMESPACE) {
            // No event of kube-scheduler's, so it is not in its metrics.
            queue.event(event, change.before(), change.after());
        } else if (queue.isOfInterest(event)) {
            tell(event, change.before(), change.after(), System.nanoTime());
        }
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
            fail(info, attempt, result.status(), result.nominatedNode(), result.rejectors(), result.pending());
            return;
        }
        if (attempts.keepsAnything()) {
            ScoreTable scores = algorithm.scores(runner);
            attempts.placed(pod.uid(), node, info.attempts(), result.evaluatedNodes(), result.feasibleNodes(), scores);
        }
        background.execute(() -> finish(info, attempt, node));
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

    /** One attempt's belongings. */
    private static final class Attempt {
        private final ProfileRunner runner;
        private final CycleState state = new CycleState();
        private final long start;
        private Pod pod;
        private boolean announced;
        private Status refusal = Status.success();

        Attempt(ProfileRunner runner, Pod pod, long start) {
            this.runner = runner;
            this.pod = pod;
            this.start = start;
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
            return refused(result, Status.error("", "pod " + before.uid() + " is in the cache, so can't be assumed"));
        }
        nominator.remove(before.uid());
        long reserving = System.nanoTime();
        Status reserved = attempt.runner.reserve(attempt.state, attempt.pod, result.node());
        told(attempt.runner, "Reserve", reserved, reserving);
        if (!reserved.isSuccess()) {
            giveUp(attempt, result.node());
            return refused(result, reserved);
        }
        long permitting = System.nanoTime();
        ProfileRunner.Permitted permitted = attempt.runner.permit(attempt.state, attempt.pod, result.node());
        told(attempt.runner, "Permit", permitted.status(), permitting);
        if (permitted.status().isWait()) {
            waitingPods.add(attempt.pod, permitted.waits());
        } else if (!permitted.status().isSuccess()) {
            giveUp(attempt, result.node());
            return refused(result, permitted.status());
        }
        return result;
    }

    private void told(ProfileRunner runner, String point, Status status, long start) {
        options.observer()
                .extensionPoint(runner.profile().name(), point, status.code().name(), System.nanoTime() - start);
    }

    /** A node was found, but a plugin refused it afterwards. */
    private static CycleResult refused(CycleResult found, Status why) {
        String node = found.node() == null ? "" : found.node();
        Status status = why.isRejected()
                ? Status.of(why.code(), why.plugin(), FitMessage.of(1, "", List.of(why), Status.success(), ""))
                : why;
        boolean pending = why.code() == Code.Pending;
        Set<String> by = why.isRejected() && !why.plugin().isEmpty() ? Set.of(why.plugin()) : Set.of();
        return new CycleResult(
                null,
                status,
                "",
                pending ? Set.of() : by,
                pending ? by : Set.of(),
                found.evaluatedNodes(),
                found.feasibleNodes(),
                Map.of(node, why),
                found.scores());
    }

    /** A node was found, but the binding failed: what is said is no count of nodes. */
    private static CycleResult notBound(CycleResult found, Status why) {
        String node = found.node() == null ? "" : found.node();
        return new CycleResult(
                null,
                why,
                "",
                Set.of(),
                Set.of(),
                found.evaluatedNodes(),
                found.feasibleNodes(),
                Map.of(node, why),
                found.scores());
    }

    private void giveUp(Attempt attempt, String node) {
        for (RuntimeException e : attempt.runner.unreserve(attempt.state, attempt.pod, node)) {
            options.observer().error("Unreserve failed", attempt.pod.key(), e);
        }
        cache.forget(attempt.pod);
    }

    /**
     * The binding cycle: from waiting for Permit to PostBind. A rejection by a Permit plugin is also left in the
     * attempt: it is the last that counts as the pod's not fitting.
     */
    private Status bind(Attempt attempt, String node, @Nullable QueuedPodInfo info) throws InterruptedException {
        ProfileRunner runner = attempt.runner;
        Pod pod = attempt.pod;
        Status flight = runner.preBindPreFlight(attempt.state, pod, node);
        if (!flight.isSuccess() && !flight.isSkip()) {
            return flight;
        }
        if (flight.isSuccess() || waitingPods.get(pod.uid()) != null) {
            // The binding will take a while: others, such as an autoscaler, may know meanwhile where the pod goes.
            if (info != null && !node.equals(pod.status().nominatedNodeName())) {
                attempt.announced = true;
                statusWriter.writeNow(pod, new StatusPatch(null, node, null));
            }
        }
        long waitStart = options.clock().nanos();
        boolean waits = waitingPods.get(pod.uid()) != null;
        Status permitted = waitingPods.await(pod.uid());
        if (waits) {
            options.observer()
                    .permitWait(permitted.code().name(), options.clock().nanos() - waitStart);
        }
        if (!permitted.isSuccess()) {
            attempt.refusal = permitted.isRejected() ? permitted : Status.success();
            return permitted;
        }
        if (info != null) {
            queue.settled(pod.uid());
        }
        long preparing = System.nanoTime();
        Status prepared = runner.preBind(attempt.state, pod, node);
        told(runner, "PreBind", prepared, preparing);
        if (!prepared.isSuccess()) {
            return prepared;
        }
        long binding = System.nanoTime();
        Status bound = extenders.bind(pod, node);
        if (bound.isSkip()) {
            bound = runner.bind(attempt.state, pod, node);
        }
        told(runner, "Bind", bound, binding);
        if (bound.isSkip()) {
            return Status.error("", "no Bind plugin took the pod");
        }
        if (!bound.isSuccess()) {
            return bound;
        }
        String note = "Successfully assigned " + pod.key() + " to " + node;
        options.cluster()
                .event(new PodEvent(
                        pod,
                        false,
                        "Scheduled",
                        "Binding",
                        note,
                        runner.profile().name()));
        for (RuntimeException e : runner.postBind(attempt.state, pod, node)) {
            options.observer().error("PostBind failed", pod.key(), e);
        }
        return Status.success();
    }

    private void finish(QueuedPodInfo info, Attempt attempt, String node) {
        observer().goroutines("binding", 1);
        try {
            bindAndTell(info, attempt, node);
        } finally {
            observer().goroutines("binding", -1);
        }
    }

    private void bindAndTell(QueuedPodInfo info, Attempt attempt, String node) {
        Status status;
        try {
            status = bind(attempt, node, info);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            status = Status.error("", "the scheduler is stopping");
        } catch (RuntimeException e) {
            status = Status.error("", e);
        }
        long now = options.clock().nanos();
        if (status.isSuccess()) {
            queue.done(attempt.pod.uid());
            attempts.settled(attempt.pod.uid());
            options.observer().attempt(attempt.runner.profile().name(), Result.SCHEDULED, now - attempt.start);
            options.observer().scheduled(attempt.pod, node, info.attempts(), now - info.firstReady(now));
            if (info.wasFlushed()) {
                observer().scheduledAfterFlush();
            }
            return;
        }
        giveUp(attempt, node);
        // The pod's own place, now free again, must not wake the pod itself.
        ClusterEvent freed = new ClusterEvent(Resource.ASSIGNED_POD, Action.DELETE);
        if (status.isRejected()) {
            Status refusal = attempt.refusal;
            boolean permit = refusal.isRejected();
            Status told = permit
                    ? Status.of(
                            refusal.code(),
                            refusal.plugin(),
                            FitMessage.of(1, "", List.of(refusal), Status.success(), ""))
                    : status;
            attempts.failed(attempt.pod.uid(), told.message(), true, "", NodeRefusals.of(Map.of(node, status)));
            fail(info, attempt, told, "", permit ? Set.of(refusal.plugin()) : Set.of(), Set.of());
            queue.event(freed, attempt.pod, null, other -> !other.uid().equals(attempt.pod.uid()));
        } else {
            queue.event(freed, attempt.pod, null);
            attempts.failed(attempt.pod.uid(), status.message(), false, "", NodeRefusals.of(Map.of(node, status)));
            fail(info, attempt, status, "", Set.of(), Set.of());
        }
    }

    /** Puts a pod back that failed, and tells the cluster. */
    private void fail(
            QueuedPodInfo info,
            Attempt attempt,
            Status status,
            @Nullable String nominatedNode,
            Set<String> rejectors,
            Set<String> pending) {
        String profile = attempt.runner.profile().name();
        boolean rejected = status.isRejected();
        options.observer()
                .attempt(
                        profile,
                        rejected ? Result.UNSCHEDULABLE : Result.ERROR,
                        options.clock().nanos() - attempt.start);
        Throwable cause = status.cause();
        if (cause != null) {
            options.observer().error("Error scheduling pod", attempt.pod.key(), cause);
        }
        Pod pod = queue.pod(attempt.pod.uid());
        if (pod == null) {
            queue.done(attempt.pod.uid());
            attempts.settled(attempt.pod.uid());
            if (cache.pod(attempt.pod.uid()) == null) {
                options.cluster()
                        .event(new PodEvent(
                                attempt.pod, true, "FailedScheduling", "Scheduling", status.message(), profile));
            }
            return;
        }
        if (attempt.announced && pod.status().nominatedNodeName().isEmpty()) {
            // The watch has not brought what was written.
            pod = pod.withStatus(pod.status().withNominatedNodeName(attempt.pod.nodeName()));
        }
        if (nominatedNode != null) {
            if (nominatedNode.isEmpty()) {
                nominator.remove(pod.uid());
            } else {
                nominator.add(pod, nominatedNode);
            }
        }
        queue.failed(info, rejectors, pending);
        String message = status.message();
        options.cluster().event(new PodEvent(pod, true, "FailedScheduling", "Scheduling", message, profile));
        String reason = rejected ? "Unschedulable" : "SchedulerError";
        boolean known = pod.status().scheduledStatus().equals("False")
                && pod.status().scheduledReason().equals(reason)
                && pod.status().scheduledMessage().equals(message);
        boolean nominated =
                nominatedNode == null || nominatedNode.equals(pod.status().nominatedNodeName());
        if (!known || !nominated) {
            statusWriter.write(
                    pod,
                    new StatusPatch(
                            known ? null : new Scheduled(reason, message), nominated ? null : nominatedNode, null));
        }
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
                status = bind(attempt, result.node(), null);
                if (!status.isSuccess()) {
                    giveUp(attempt, result.node());
                    result = attempt.refusal.isRejected() ? refused(result, attempt.refusal) : notBound(result, status);
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
