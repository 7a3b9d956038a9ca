package dev.customscheduler.engine.queue;

import dev.customscheduler.engine.SchedulerObserver;
import dev.customscheduler.engine.plugins.PrioritySort;
import dev.customscheduler.framework.Clock;
import dev.customscheduler.framework.ClusterEvent;
import dev.customscheduler.framework.ClusterEvent.Action;
import dev.customscheduler.framework.ClusterEvent.Resource;
import dev.customscheduler.framework.ClusterEventWithHint;
import dev.customscheduler.framework.Status;
import dev.customscheduler.framework.model.Labels;
import dev.customscheduler.framework.model.ObjectMeta;
import dev.customscheduler.framework.model.Pod;
import dev.customscheduler.framework.model.PodSpec;
import dev.customscheduler.framework.model.PodStatus;
import dev.customscheduler.testbed.oracle.Oracle.QueueAnswer;
import dev.customscheduler.testbed.oracle.QueueState;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Does with the engine's queue what a script asks, as testbed/oracle/queue.go does it with kube-scheduler's. */
final class ScriptRunner implements SchedulerObserver, Clock {
    private static final String PROFILE = "default-scheduler";
    private static final long SECOND = 1_000_000_000L;

    private final SchedulingQueue queue;
    private final Gate g = new Gate("G", null);
    private final Gate h = new Gate("H", g);
    private final Map<String, Pod> pods = new HashMap<>();
    private final Map<String, QueuedPodInfo> tried = new HashMap<>();
    private final Map<String, Double> metrics = new HashMap<>();
    private final Map<String, Double> reported = new HashMap<>();
    private int actions;
    private long now = 1_700_000_000L * SECOND;

    ScriptRunner(Map<String, ?> question) {
        this.queue = new SchedulingQueue(
                new PrioritySort(),
                this::preEnqueue,
                Map.of(
                        PROFILE,
                        Map.of(
                                "A",
                                List.of(
                                        interest("A", Resource.NODE, Action.ADD),
                                        interest("A", Resource.NODE, Action.UPDATE_NODE_LABEL),
                                        interest("A", Resource.TARGET_POD, Action.UPDATE_POD_LABEL)),
                                "B",
                                List.of(
                                        interest("B", Resource.NODE, Action.ADD),
                                        interest("B", Resource.ASSIGNED_POD, Action.DELETE)),
                                "C",
                                List.of(interest("C", Resource.ASSIGNED_POD, Action.DELETE)),
                                "G",
                                List.of(
                                        interest("G", Resource.NODE, Action.DELETE),
                                        interest("G", Resource.TARGET_POD, Action.UPDATE_POD_LABEL)),
                                "H",
                                List.of(
                                        interest("H", Resource.ASSIGNED_POD, Action.ADD),
                                        interest("H", Resource.TARGET_POD, Action.UPDATE_POD_LABEL)))),
                new QueueOptions(
                        millis(question, "initialBackoff"),
                        millis(question, "maxBackoff"),
                        millis(question, "maxInUnschedulable"),
                        Boolean.TRUE.equals(question.get("pop"))),
                this,
                this);
    }

    private static Duration millis(Map<String, ?> question, String field) {
        return Duration.ofMillis(((Number) Objects.requireNonNull(question.get(field))).longValue());
    }

    /** Objects of events are their label alone; of the pod itself it is the label {@code wakes}. */
    private static ClusterEventWithHint interest(String plugin, Resource resource, int action) {
        return ClusterEventWithHint.of(resource, action, (pod, before, after) -> {
            Object object = after == null ? before : after;
            String label = object instanceof Pod p ? p.labels().get("wakes") : (String) object;
            if ("error".equals(label)) {
                throw new IllegalStateException("as asked");
            }
            return "all".equals(label) || plugin.equals(label);
        });
    }

    /** Does one action. Every twentieth answer has the changes of metrics since the last that had them. */
    QueueAnswer run(Map<String, Object> action) {
        String popped = apply(action);
        return new QueueAnswer(popped, new QueueState(waiting(), ++actions % 20 == 0 ? changes() : new TreeMap<>()));
    }

    private static String text(Map<String, Object> action, String field) {
        return action.getOrDefault(field, "").toString();
    }

    private static Set<String> texts(Map<String, Object> action, String field) {
        Set<String> all = new TreeSet<>();
        ((List<?>) action.getOrDefault(field, List.of())).forEach(t -> all.add(t.toString()));
        return all;
    }

    private static Pod pod(String name, PodSpec spec, Labels labels) {
        ObjectMeta metadata = new ObjectMeta("default", name, name, "", 0, labels, 0, 0, null);
        return new Pod(metadata, spec, PodStatus.NEW, "", null);
    }

    private String apply(Map<String, Object> action) {
        String name = text(action, "pod");
        switch (text(action, "do")) {
            case "add" -> {
                int priority = (Integer) action.getOrDefault("priority", 0);
                put(pod(
                        name,
                        PodSpec.builder()
                                .schedulerName(PROFILE)
                                .priority(priority)
                                .build(),
                        Labels.none()));
            }
            case "update" -> {
                Pod before = Objects.requireNonNull(pods.get(name));
                put(pod(name, before.spec(), Labels.of("wakes", text(action, "label"))));
            }
            case "delete" -> {
                pods.remove(name);
                queue.remove(name);
            }
            case "pop" -> {
                QueuedPodInfo info = queue.poll();
                if (info != null) {
                    tried.put(info.pod().name(), info);
                    return info.pod().name();
                }
            }
            case "fail" -> {
                QueuedPodInfo info = Objects.requireNonNull(tried.remove(name));
                queue.failed(info, texts(action, "plugins"), texts(action, "pending"));
            }
            case "done" -> {
                pods.remove(name);
                tried.remove(name);
                queue.done(name);
            }
            case "activate" -> queue.activate(name);
            case "settle" -> queue.settled(name);
            case "gate" -> {
                Gate gate = text(action, "plugin").equals("G") ? g : h;
                if (Boolean.TRUE.equals(action.get("on"))) {
                    gate.on.add(name);
                } else {
                    gate.on.remove(name);
                }
            }
            case "event" -> {
                String except = text(action, "except");
                int atMost = (Integer) action.getOrDefault("atMost", 0);
                Predicate<Pod> only = except.isEmpty() ? null : p -> !p.name().equals(except) && p.priority() <= atMost;
                event(text(action, "event"), text(action, "label"), only);
            }
            case "advance" -> advance(((Number) Objects.requireNonNull(action.get("ms"))).longValue() * 1_000_000L);
            default -> throw new IllegalArgumentException(action.toString());
        }
        return "";
    }

    private void put(Pod pod) {
        pods.put(pod.name(), pod);
        queue.put(pod);
    }

    private void event(String name, String label, @Nullable Predicate<Pod> only) {
        switch (name) {
            case "nodeAdd" -> queue.event(new ClusterEvent(Resource.NODE, Action.ADD), null, label, only);
            case "nodeLabel" ->
                queue.event(new ClusterEvent(Resource.NODE, Action.UPDATE_NODE_LABEL), label, label, only);
            case "nodeDelete" -> queue.event(new ClusterEvent(Resource.NODE, Action.DELETE), label, null, only);
            case "podDelete" -> queue.event(new ClusterEvent(Resource.ASSIGNED_POD, Action.DELETE), label, null, only);
            case "podAdd" -> queue.event(new ClusterEvent(Resource.ASSIGNED_POD, Action.ADD), null, label, only);
            default -> throw new IllegalArgumentException(name);
        }
    }

    /** Asks both gates, {@code first} before the other. */
    private Status preEnqueue(Pod pod, String first) {
        Gate one = first.equals("H") ? h : g;
        Status s = one.preEnqueue(pod.name());
        return s.isSuccess() ? (one == g ? h : g).preEnqueue(pod.name()) : s;
    }

    /** A PreEnqueue plugin as testbed/oracle/queue.go has it. */
    private static final class Gate {
        private final String name;
        private final @Nullable Gate yieldsTo;
        private final Set<String> on = new HashSet<>();
        private final Set<String> held = new HashSet<>();

        Gate(String name, @Nullable Gate yieldsTo) {
            this.name = name;
            this.yieldsTo = yieldsTo;
        }

        Status preEnqueue(String pod) {
            boolean yields = yieldsTo != null && yieldsTo.on.contains(pod);
            if (on.contains(pod) && (held.contains(pod) || !yields)) {
                held.add(pod);
                return Status.unresolvable(name, "gated");
            }
            held.remove(pod);
            return Status.success();
        }
    }

    private void advance(long by) {
        long end = now + by;
        while (now < end) {
            long next = (now / SECOND + 1) * SECOND;
            if (next > end) {
                now = end;
            } else {
                now = next;
                queue.flush();
            }
        }
    }

    private SortedMap<String, QueueState.Waiting> waiting() {
        SortedMap<String, QueueState.Waiting> waiting = new TreeMap<>();
        for (Pod pod : queue.pods()) {
            WaitingState state = Objects.requireNonNull(queue.waiting(pod.uid()));
            if (state.where() != WaitingState.Where.TRIED_NOW) {
                waiting.put(
                        pod.name(),
                        new QueueState.Waiting(
                                state.where().name().toLowerCase(Locale.ROOT),
                                new TreeSet<>(state.rejectors()),
                                new TreeSet<>(state.pending())));
            }
        }
        return waiting;
    }

    private SortedMap<String, Double> changes() {
        queue.sizes()
                .forEach((where, size) -> metrics.put(
                        "scheduler_pending_pods{queue=" + where.name().toLowerCase(Locale.ROOT) + "}", (double) size));
        SortedMap<String, Double> changes = new TreeMap<>();
        metrics.forEach((name, value) -> {
            double change = value - reported.getOrDefault(name, 0.0);
            if (change != 0) {
                changes.put(name, change);
            }
        });
        reported.putAll(metrics);
        return changes;
    }

    @Override
    public void queued(String where, String event) {
        metrics.merge("scheduler_queue_incoming_pods_total{event=" + event + ",queue=" + where + "}", 1.0, Double::sum);
    }

    @Override
    public void unschedulable(String plugin, String profile, int change) {
        metrics.merge(
                "scheduler_unschedulable_pods{plugin=" + plugin + ",profile=" + profile + "}",
                (double) change,
                Double::sum);
    }

    @Override
    public long nanos() {
        return now;
    }

    @Override
    public long epochMillis() {
        return now / 1_000_000;
    }
}
