package dev.customscheduler.framework;

import dev.customscheduler.framework.model.Pod;
import org.jspecify.annotations.Nullable;

/** Says how good a feasible node is. Called for every feasible node: it should allocate nothing. */
public interface ScorePlugin extends Plugin {
    /** The lowest score. */
    long MIN_SCORE = 0;
    /** The highest score. */
    long MAX_SCORE = 100;

    /** The score of a node, between 0 and 100 unless {@link #scoreExtensions()} normalises it. */
    long score(CycleState state, Pod pod, NodeInfo node);

    /** How raw scores become scores, or null where they are already. */
    default @Nullable ScoreExtensions scoreExtensions() {
        return null;
    }
}
