package dev.customscheduler.engine.extender;

import dev.customscheduler.engine.SchedulerObserver;
import dev.customscheduler.engine.extender.ExtenderReply.Failed;
import dev.customscheduler.engine.extender.ExtenderReply.Given;
import dev.customscheduler.framework.NodeInfo;
import dev.customscheduler.framework.ScorePlugin;
import dev.customscheduler.framework.Status;
import dev.customscheduler.framework.model.Pod;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The extenders of a scheduler, those that may be ignored after the others. They serve all profiles. Which failure
 * stops a pod and which is passed over is decided here; the latter are told to the observer.
 */
public final class Extenders {
    /** In whose name a pod is rejected where an extender left no node. Any event in the cluster may help such a pod. */
    public static final String PLUGIN = "Extender";

    private static final long SCALE = ScorePlugin.MAX_SCORE / Extender.MAX_SCORE;

    private final List<Extender> all;
    private final SchedulerObserver observer;

    /** Extenders in the configuration's order. */
    public Extenders(List<Extender> extenders, SchedulerObserver observer) {
        List<Extender> ordered = new ArrayList<>(extenders.size());
        for (Extender e : extenders) {
            if (!e.ignorable()) {
                ordered.add(e);
            }
        }
        for (Extender e : extenders) {
            if (e.ignorable()) {
                ordered.add(e);
            }
        }
        this.all = List.copyOf(ordered);
        this.observer = observer;
    }

    /** Whether there are none. */
    public boolean isEmpty() {
        return all.isEmpty();
    }

    /** Whether one filters or scores, so that it needs more than one feasible node. */
    public boolean compare() {
        for (Extender e : all) {
            if (e.filters() || e.prioritizes()) {
                return true;
            }
        }
        return false;
    }

    /**
     * What all extenders one after another leave of the nodes.
     *
     * @param nodes those that fit
     * @param refused why others do not, by name
     * @param error the failure that ended it, or null
     */
    public record Passed(
            List<NodeInfo> nodes,
            Map<String, Status> refused,
            @Nullable Status error) {}

    /** Asks the extenders in turn, each about what the one before it left. */
    public Passed filter(Pod pod, List<NodeInfo> feasible) {
        List<NodeInfo> nodes = feasible;
        Map<String, Status> refused = new LinkedHashMap<>();
        for (Extender e : all) {
            if (nodes.isEmpty()) {
                break;
            }
            if (!e.filters() || !e.isInterested(pod)) {
                continue;
            }
            switch (e.filter(pod, nodes)) {
                case Failed<Extender.Filtered>(String message) -> {
                    observer.extenderFailed(e.name(), "filter", pod.key(), message, e.ignorable());
                    if (!e.ignorable()) {
                        return new Passed(List.of(), refused, Status.error("", message));
                    }
                }
                case Given<Extender.Filtered>(Extender.Filtered answer) -> {
                    nodes = answer.nodes();
                    answer.failed().forEach((node, why) -> refused.put(node, Status.unschedulable("", why)));
                    answer.unresolvable().forEach((node, why) -> refused.put(node, Status.unresolvable("", why)));
                }
            }
        }
        return new Passed(nodes, refused, null);
    }

    /**
     * Adds the extenders' scores. A failure leaves an extender's scores out. They are asked at the same time.
     *
     * @param add told of each score, multiplied and on the scale of plugins
     * @return whether an extender is interested and has no say in scores, and so counts as one that scored every node 0
     */
    public boolean prioritize(Pod pod, List<NodeInfo> nodes, ScoreSink add) {
        List<Extender> asked = new ArrayList<>();
        boolean zero = false;
        for (Extender e : all) {
            if (e.isInterested(pod)) {
                if (e.prioritizes()) {
                    asked.add(e);
                } else {
                    zero = true;
                }
            }
        }
        List<ExtenderReply<List<Extender.HostScore>>> replies = ask(asked, pod, nodes);
        for (int i = 0; i < replies.size(); i++) {
            Extender e = asked.get(i);
            switch (replies.get(i)) {
                case Failed<List<Extender.HostScore>>(String message) ->
                    observer.extenderFailed(e.name(), "prioritize", pod.key(), message, true);
                case Given<List<Extender.HostScore>>(List<Extender.HostScore> scores) -> {
                    for (Extender.HostScore s : scores) {
                        add.score(e.name(), s.host(), s.score() * e.weight() * SCALE);
                    }
                }
            }
        }
        return zero;
    }

    /** Takes an extender's score of a node. */
    @FunctionalInterface
    public interface ScoreSink {
        /** The score of {@code host} is {@code score} more. */
        void score(String extender, String host, long score);
    }

    private static List<ExtenderReply<List<Extender.HostScore>>> ask(
            List<Extender> extenders, Pod pod, List<NodeInfo> nodes) {
        List<ExtenderReply<List<Extender.HostScore>>> replies = new ArrayList<>(extenders.size());
        if (extenders.size() == 1) {
            replies.add(extenders.getFirst().prioritize(pod, nodes));
            return replies;
        }
        AtomicReferenceArray<@Nullable ExtenderReply<List<Extender.HostScore>>> answers =
                new AtomicReferenceArray<>(extenders.size());
        List<Thread> threads = new ArrayList<>(extenders.size());
        for (int i = 0; i < extenders.size(); i++) {
            int at = i;
            threads.add(Thread.startVirtualThread(
                    () -> answers.set(at, extenders.get(at).prioritize(pod, nodes))));
        }
        boolean interrupted = false;
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        for (int i = 0; i < extenders.size(); i++) {
            ExtenderReply<List<Extender.HostScore>> answer = answers.get(i);
            replies.add(answer == null ? new Failed<>("the scheduler is stopping") : answer);
        }
        return replies;
    }

    /** Has the pod bound by an extender. Gives Skip where none takes it, so that the bind plugins do. */
    public Status bind(Pod pod, String node) {
        for (Extender e : all) {
            if (!e.binds() || !e.isInterested(pod)) {
                continue;
            }
            if (!(e.bind(pod, node) instanceof Failed<String>(String message))) {
                return Status.success();
            }
            observer.extenderFailed(e.name(), "bind", pod.key(), message, e.ignorable());
            if (!e.ignorable()) {
                return Status.error("", message);
            }
        }
        return Status.skip();
    }

    /** The extenders that have a say in the preemption for {@code pod}, in their order. */
    public List<Extender> preempting(Pod pod) {
        List<Extender> some = new ArrayList<>();
        for (Extender e : all) {
            if (e.preempts() && e.isInterested(pod)) {
                some.add(e);
            }
        }
        return some;
    }

    /** Tells of a failure in preemption. */
    public void preemptFailed(Extender extender, Pod pod, String message) {
        observer.extenderFailed(extender.name(), "preempt", pod.key(), message, extender.ignorable());
    }
}
