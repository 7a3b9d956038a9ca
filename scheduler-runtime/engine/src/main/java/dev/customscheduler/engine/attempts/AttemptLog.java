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

    private final Limits limits;
    private final Clock clock;
    private final Map<String, FailedAttempt> failed = new LinkedHashMap<>();
    private final Map<String, Decision> decisions = new LinkedHashMap<>();
    private long cells;

    /**
     * How much is kept.
     *
     * @param pods of how many waiting pods the last attempt
     * @param cells of how many nodes, over all these pods, the refusal; 4 bytes each
     * @param decisions how many decisions; with {@link #BEST} nodes and ten plugins each takes 2 kB
     * @param keep how long a decision
     */
    public record Limits(int pods, long cells, int decisions, Duration keep) {
        /** 8 MB of refusals and 4 MB of decisions at most, for an hour. */
        public static final Limits DEFAULT = new Limits(10_000, 2_000_000, 2_000, Duration.ofHours(1));

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
            cells -= before.refusals().size();
            preemptions += before.preemptions();
        }
        NodeRefusals kept = refusals.size() > limits.cells() ? NodeRefusals.NONE : refusals;
        failed.put(uid, new FailedAttempt(clock.epochMillis(), message, rejected, nominatedNode, preemptions, kept));
        cells += kept.size();
        shrink();
    }

    private void shrink() {
        if (failed.size() > limits.pods()) {
            Iterator<FailedAttempt> oldest = failed.values().iterator();
            cells -= oldest.next().refusals().size();
            oldest.remove();
        }
        if (cells > limits.cells()) {
            for (Map.Entry<String, FailedAttempt> e : failed.entrySet()) {
                int size = e.getValue().refusals().size();
                if (size > 0) {
                    e.setValue(e.getValue().withoutRefusals());
                    cells -= size;
                    if (cells <= limits.cells()) {
                        return;
                    }
                }
            }
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
            cells -= before.refusals().size();
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
     * @param cells the nodes in these attempts
     * @param decisions of how many placed pods the decision
     * @param scoreCells the numbers in these decisions
     */
    public record Size(int pods, long cells, int decisions, long scoreCells) {}

    /** What is kept now. */
    public synchronized Size size() {
        long numbers = 0;
        for (Decision decision : decisions.values()) {
            numbers += decision.scores().cells();
        }
        return new Size(failed.size(), cells, decisions.size(), numbers);
    }
}
