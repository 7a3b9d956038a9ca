package dev.customscheduler.engine.explain;

import dev.customscheduler.engine.Scheduler;
import dev.customscheduler.engine.attempts.Decision;
import dev.customscheduler.engine.attempts.FailedAttempt;
import dev.customscheduler.engine.attempts.NodeRefusals;
import dev.customscheduler.engine.attempts.ScoreTable;
import dev.customscheduler.engine.cycle.Judgement;
import dev.customscheduler.engine.explain.Explanation.Attempt;
import dev.customscheduler.engine.explain.Explanation.NodeScore;
import dev.customscheduler.engine.explain.Explanation.Now;
import dev.customscheduler.engine.explain.Explanation.Placement;
import dev.customscheduler.engine.explain.Explanation.Queue;
import dev.customscheduler.engine.explain.Explanation.Refusal;
import dev.customscheduler.engine.explain.Explanation.State;
import dev.customscheduler.engine.explain.Explanation.Waker;
import dev.customscheduler.engine.queue.WaitingState;
import dev.customscheduler.framework.Clock;
import dev.customscheduler.framework.ClusterEvent;
import dev.customscheduler.framework.model.Pod;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Explains pods of a scheduler. What would be if is tried on a copy, so the scheduler is not disturbed beyond the
 * moment that copying takes.
 */
public final class Explainer {
    private static final int NAMES = 100;
    private static final int OFTEN = 3;

    private final Scheduler scheduler;
    private final Clock clock;
    private final Predicate<Pod> mayName;

    /**
     * An explainer.
     *
     * @param clock the scheduler's
     * @param mayName which other pods may be named in the explanation
     */
    public Explainer(Scheduler scheduler, Clock clock, Predicate<Pod> mayName) {
        this.scheduler = scheduler;
        this.clock = clock;
        this.mayName = mayName;
    }

    /** The pod of that name as a scheduler knows it, or null: pods of other schedulers without a node are not known. */
    public static @Nullable Pod find(Scheduler scheduler, String namespace, String name) {
        for (Pod pod : scheduler.queue().pods()) {
            if (pod.name().equals(name) && pod.namespace().equals(namespace)) {
                return pod;
            }
        }
        for (Pod pod : scheduler.cache().pods()) {
            if (pod.name().equals(name) && pod.namespace().equals(namespace)) {
                return pod;
            }
        }
        return null;
    }

    /** Explains a pod that {@link #find} gave. */
    public Explanation explain(Pod pod) {
        WaitingState waiting = scheduler.queue().waiting(pod.uid());
        Pod placed = scheduler.cache().pod(pod.uid());
        if (placed != null) {
            return assigned(placed);
        }
        if (waiting == null) {
            return pending(pod, State.TRIED_NOW, null, false);
        }
        State state = switch (waiting.where()) {
            case TRIED_NOW -> State.TRIED_NOW;
            case ACTIVE -> State.ACTIVE;
            case BACKOFF -> State.BACKOFF;
            case UNSCHEDULABLE -> State.UNSCHEDULABLE;
            case GATED -> State.GATED;
        };
        return pending(waiting.pod(), state, waiting, false);
    }

    /** Explains a pod without a node by what the nodes would say, where the scheduler is a simulation. */
    public Explanation simulate(Pod pod) {
        return pending(pod, State.PENDING, null, true);
    }

    private Explanation assigned(Pod pod) {
        Decision decision = scheduler.attempts().decision(pod.uid());
        List<String> notes = new ArrayList<>();
        if (scheduler.cache().isAssumed(pod.uid())) {
            notes.add("it is being bound: the API server has not confirmed the node yet");
        }
        if (pod.isTerminating()) {
            notes.add("it is being deleted: it keeps its place on the node until it is gone");
        }
        if (decision == null) {
            notes.add("why it got this node is not known: another process decided it, or it is more than "
                    + "an hour or 2,000 decisions ago");
        } else if (decision.feasibleNodes() == 1) {
            notes.add("it was the single feasible node: nothing was scored");
        } else if (decision.scores().size() < decision.feasibleNodes()) {
            notes.add("the scores of the best " + decision.scores().size() + " of " + decision.feasibleNodes()
                    + " nodes are kept");
        }
        return new Explanation(
                pod.namespace(),
                pod.name(),
                pod.uid(),
                pod.spec().schedulerName(),
                pod.priority(),
                State.ASSIGNED,
                pod.nodeName(),
                now(),
                false,
                null,
                null,
                List.of(),
                null,
                null,
                decision == null ? null : placement(decision),
                notes);
    }

    private Explanation pending(Pod pod, State state, @Nullable WaitingState waiting, boolean simulated) {
        FailedAttempt failure = scheduler.attempts().failure(pod.uid());
        List<String> notes = new ArrayList<>();
        try (Scheduler copy = scheduler.copy()) {
            Judgement judgement = copy.judge(pod);
            boolean settled = !judgement.feasible().isEmpty() || pod.isTerminating();
            Explanation.Changes changes = settled ? null : new ChangeSearch(copy, mayName).run(pod, judgement);
            notes(pod, state, waiting, failure, judgement, notes);
            return new Explanation(
                    pod.namespace(),
                    pod.name(),
                    pod.uid(),
                    pod.spec().schedulerName(),
                    pod.priority(),
                    state,
                    "",
                    now(),
                    simulated,
                    waiting == null ? null : queue(waiting),
                    failure == null ? null : attempt(failure),
                    pod.isTerminating() ? List.of() : wakers(pod, rejectors(waiting, judgement)),
                    judgement.gate().isSuccess() ? now(judgement) : null,
                    changes,
                    null,
                    notes);
        }
    }

    private void notes(
            Pod pod,
            State state,
            @Nullable WaitingState waiting,
            @Nullable FailedAttempt failure,
            Judgement judgement,
            List<String> notes) {
        if (!judgement.gate().isSuccess()) {
            notes.add("it is held back before any attempt: " + judgement.gate().message());
        }
        if (pod.isTerminating()) {
            notes.add("it is being deleted: it is not scheduled any more");
        }
        boolean waits = state == State.UNSCHEDULABLE || state == State.BACKOFF;
        if (waits && !pod.isTerminating() && !judgement.feasible().isEmpty()) {
            notes.add(
                    state == State.BACKOFF
                            ? "it would fit now, and is tried again when its backoff ends"
                            : "it would fit now; none of the events that it waits for has come since");
        }
        if (failure != null && !failure.nominatedNode().isEmpty()) {
            notes.add("room is made for it on node " + failure.nominatedNode() + " by preemption");
        }
        if (failure != null && failure.preemptions() >= OFTEN) {
            notes.add("it has preempted " + failure.preemptions() + " times and still has no node: "
                    + "something else takes the room first, such as pods of another scheduler; this scheduler cannot "
                    + "prevent that");
        }
        if (failure != null && failure.refusals().size() == 0) {
            notes.add("which node was refused by which plugin in the last attempt is not kept any more");
        }
        if (waiting != null && waiting.where() == WaitingState.Where.ACTIVE && waiting.attempts() == 0) {
            notes.add("it has not been tried yet");
        }
        if (scheduler.hasExtenders()) {
            notes.add("extenders were not asked: they may refuse what fits by the plugins");
        }
    }

    private String now() {
        return time(clock.epochMillis());
    }

    private static String time(long millis) {
        return Instant.ofEpochMilli(millis).truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** The time so many nanoseconds ago, empty for a negative number. */
    private String ago(long nanos) {
        return nanos < 0 ? "" : time(clock.epochMillis() - TimeUnit.NANOSECONDS.toMillis(nanos));
    }

    private Queue queue(WaitingState w) {
        long created = w.pod().metadata().creationTimestamp();
        return new Queue(
                created == 0 ? "" : time(created),
                w.attempts(),
                ago(w.sinceFirstAttempt()),
                ago(w.sinceFailure()),
                w.where() == WaitingState.Where.BACKOFF
                        ? time(clock.epochMillis() + TimeUnit.NANOSECONDS.toMillis(w.backoffLeft()))
                        : "",
                List.copyOf(new TreeSet<>(w.rejectors())),
                List.copyOf(new TreeSet<>(w.pending())),
                w.gate());
    }

    private static Attempt attempt(FailedAttempt f) {
        return new Attempt(time(f.time()), f.message(), f.nominatedNode(), f.preemptions(), refusals(f.refusals()));
    }

    private static List<Refusal> refusals(NodeRefusals refusals) {
        List<Refusal> all = new ArrayList<>();
        for (NodeRefusals.Group g : refusals.groups()) {
            int shown = Math.min(NAMES, g.nodes().size());
            all.add(new Refusal(
                    g.plugin(),
                    g.reasons(),
                    g.nodes().size(),
                    List.copyOf(g.nodes().subList(0, shown))));
        }
        return all;
    }

    private static Now now(Judgement judgement) {
        List<String> feasible = judgement.feasible();
        return new Now(
                judgement.refusals().size(),
                feasible.size(),
                List.copyOf(feasible.subList(0, Math.min(NAMES, feasible.size()))),
                refusals(judgement.refusals()));
    }

    /** The plugins whose refusals keep the pod waiting: those of the last attempt, or where there is none, of now. */
    private static Set<String> rejectors(@Nullable WaitingState w, Judgement judgement) {
        Set<String> plugins = new TreeSet<>();
        if (w == null) {
            judgement.refusals().groups().forEach(group -> plugins.add(group.plugin()));
            plugins.add(judgement.gate().plugin());
        } else if (w.where() == WaitingState.Where.GATED) {
            plugins.add(w.gate());
        } else {
            plugins.addAll(w.rejectors());
            plugins.addAll(w.pending());
        }
        plugins.remove("");
        return plugins;
    }

    private List<Waker> wakers(Pod pod, Set<String> plugins) {
        List<Waker> all = new ArrayList<>();
        for (String plugin : plugins) {
            List<String> events = new ArrayList<>();
            for (ClusterEvent event : scheduler.wakers(pod.spec().schedulerName(), plugin)) {
                events.addAll(EventNames.of(event));
            }
            all.add(new Waker(plugin, events));
        }
        return all;
    }

    private static Placement placement(Decision d) {
        ScoreTable table = d.scores();
        List<NodeScore> scores = new ArrayList<>();
        for (int i = 0; i < table.size(); i++) {
            Map<String, Long> plugins = new LinkedHashMap<>();
            for (int p = 0; p < table.plugins().size(); p++) {
                plugins.put(table.plugins().get(p), table.score(i, p));
            }
            if (table.extenders(i) != 0) {
                plugins.put("Extenders", table.extenders(i));
            }
            scores.add(new NodeScore(table.node(i), table.total(i), plugins));
        }
        return new Placement(time(d.time()), d.attempts(), d.evaluatedNodes(), d.feasibleNodes(), scores);
    }
}
