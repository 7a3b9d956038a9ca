package dev.customscheduler.engine.cycle;

import dev.customscheduler.framework.Status;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The text that tells users why a pod fits nowhere: how many nodes were refused for which reason. */
public final class FitMessage {
    /** What is said where there are no nodes at all. */
    public static final String NO_NODES = "no nodes available to schedule pods";

    private FitMessage() {}

    /**
     * The text.
     *
     * @param allNodes the number of nodes
     * @param preFilter the reason that holds for all nodes, or empty
     * @param statuses the statuses of the nodes that were looked at
     * @param others the status of the nodes that were not
     * @param postFilter what the PostFilter plugins said, or empty
     */
    public static String of(
            int allNodes, String preFilter, Collection<Status> statuses, Status others, String postFilter) {
        StringBuilder text = new StringBuilder("0/").append(allNodes).append(" nodes are available:");
        if (preFilter.isEmpty()) {
            String reasons = histogram(allNodes, statuses, others);
            if (!reasons.isEmpty()) {
                text.append(' ').append(reasons).append('.');
            }
        } else {
            text.append(' ').append(preFilter).append('.');
        }
        if (!postFilter.isEmpty()) {
            text.append(' ').append(postFilter);
        }
        return text.toString();
    }

    private static String histogram(int allNodes, Collection<Status> statuses, Status others) {
        Map<String, Integer> counts = new HashMap<>();
        for (Status status : statuses) {
            for (String reason : status.reasons()) {
                counts.merge(reason, 1, Integer::sum);
            }
        }
        int rest = allNodes - statuses.size();
        if (rest > 0) {
            for (String reason : others.reasons()) {
                counts.merge(reason, rest, Integer::sum);
            }
        }
        List<String> parts = new ArrayList<>();
        counts.forEach((reason, count) -> parts.add(count + " " + reason));
        Collections.sort(parts);
        return String.join(", ", parts);
    }
}
