package dev.customscheduler.engine.attempts;

import dev.customscheduler.framework.Clock;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The last attempt of each pod that waits, and the decision about each pod that was placed lately. Safe for several
 * threads.
 *
 * <p>It is bounded by {@link Limits}, whatever comes: of waiting pods the oldest lose the list of their nodes first,
 * and then all; decisions go when they are too many or too old. What an attempt costs is a copy of an array of
 * references that it filled anyway, or the scores of {@link #BEST} nodes.
 */
public final class AttemptLog {
    /** Of how many nodes a decision's scores are kept at most. */
    public static final int BEST = 20;

    /** How much of a message is kept: where each node has a reason of its own it names thousands. */
    private static final int MESSAGE = 4_096;

    private final Limits limits;
    private final Clock clock;
    private final Map<String, FailedAttempt> failed = new LinkedHashMap<>();
    private final Map<String, Decision> decisions = new LinkedHashMap<>();
    private long bytes;

    /**
     * How much is kept.
     *
     * @param pods of how many waiting pods the last attempt
     * @param bytes for the messages and the refusals of all these pods: 4 for each node, and the different reasons
     * @param decisions how many decisions; with {@link #BEST} nodes and ten plugins each takes 2 kB
     * @param keep how long a decision
     */
    public record Limits(int pods, long bytes, int decisions, Duration keep) {
        /** 10 MB of refusals and 4 MB of decisions at most, for an hour. */
        public static final Limits DEFAULT = new Limits(10_000, 10_000_000, 2_000, Duration.ofHours(1));

        /** Nothing is kept. */
        public static final Limits NOTHING = new Limits(0, 0, 0, Duration.ZERO);
    }

    /** An empty log. */
    public AttemptLog(Limits limits, Clock clock) {
        this.limits = limits;
        this.clock = clock;
    }

    /** Whether anything is kept at all, so that it is worth gathering. */
    public boolean keepsAnything() {
        return limits.pods() > 0 || limits.decisions() > 0;
    }

    /**
     * Notes that a pod got no node.
     *
     * @param message the text of the PodScheduled condition
     * @param nominatedNode where preemption makes room, or the empty string
     */
    public synchronized void failed(
            String uid, String message, boolean rejected, String nominatedNode, NodeRefusals refusals) {
        if (limits.pods() == 0) {
            return;
        }
        FailedAttempt before = failed.remove(uid);
        int preemptions = nominatedNode.isEmpty() ? 0 : 1;
        if (before != null) {
            bytes -= before.bytes();
            preemptions += before.preemptions();
        }
        String kept = message.length() <= MESSAGE ? message : message.substring(0, MESSAGE) + "...";
        FailedAttempt now =
                new FailedAttempt(clock.epochMillis(), kept, rejected, nominatedNode, preemptions, refusals);
        FailedAttempt fitting = now.bytes() > limits.bytes() ? now.withoutRefusals() : now;
        failed.put(uid, fitting);
        bytes += fitting.bytes();
        shrink();
    }

    /** The oldest lose their nodes first, then all. */
    private void shrink() {
        if (bytes > limits.bytes()) {
            for (Map.Entry<String, FailedAttempt> e : failed.entrySet()) {
                FailedAttempt attempt = e.getValue();
                if (attempt.refusals().size() > 0) {
                    e.setValue(attempt.withoutRefusals());
                    bytes -= attempt.refusals().bytes();
                    if (bytes <= limits.bytes()) {
                        break;
                    }
                }
            }
        }
        Iterator<FailedAttempt> oldest = failed.values().iterator();
        while (failed.size() > limits.pods() || (bytes > limits.bytes() && failed.size() > 1)) {
            bytes -= oldest.next().bytes();
            oldest.remove();
        }
    }

    /** Notes that a pod got a node. */
    public synchronized void placed(
            String uid, String node, int attempts, int evaluatedNodes, int feasibleNodes, ScoreTable scores) {
        if (limits.decisions() == 0) {
            return;
        }
        long now = clock.epochMillis();
        decisions.remove(uid);
        decisions.put(uid, new Decision(now, node, attempts, evaluatedNodes, feasibleNodes, scores));
        Iterator<Decision> oldest = decisions.values().iterator();
        while (isOld(oldest.next(), now) || decisions.size() > limits.decisions()) {
            oldest.remove();
        }
    }

    private boolean isOld(Decision decision, long now) {
        return now - decision.time() > limits.keep().toMillis();
    }

    /** Forgets the failures of a pod: it is bound, or gone. */
    public synchronized void settled(String uid) {
        FailedAttempt before = failed.remove(uid);
        if (before != null) {
            bytes -= before.bytes();
        }
    }

    /** The last attempt of the pod of that UID, or null. */
    public synchronized @Nullable FailedAttempt failure(String uid) {
        return failed.get(uid);
    }

    /** The decision about the pod of that UID, or null. */
    public synchronized @Nullable Decision decision(String uid) {
        Decision decision = decisions.get(uid);
        return decision == null || isOld(decision, clock.epochMillis()) ? null : decision;
    }

    /**
     * What is kept.
     *
     * @param pods of how many waiting pods the last attempt
     * @param bytes what these attempts take, about
     * @param decisions of how many placed pods the decision
     * @param scoreCells the numbers in these decisions
     */
    public record Size(int pods, long bytes, int decisions, long scoreCells) {}

    /** What is kept now. */
    public synchronized Size size() {
        long numbers = 0;
        for (Decision decision : decisions.values()) {
            numbers += decision.scores().cells();
        }
        return new Size(failed.size(), bytes, decisions.size(), numbers);
    }
}
