package dev.customscheduler.engine.cycle;

import dev.customscheduler.framework.Code;
import dev.customscheduler.framework.Status;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the scheduling algorithm came to for one pod.
 *
 * @param node the chosen node, or null
 * @param status Success, a rejection or Error; its message is for users
 * @param nominatedNode what PostFilter nominated: a node, empty to clear, or null to leave
 * @param rejectors the plugins that refused the pod on some node, or for all
 * @param pending those of them that set something going and wait for it
 * @param evaluatedNodes how many nodes were looked at
 * @param feasibleNodes how many fit
 * @param statuses why nodes were refused, by name; empty unless a full diagnosis was asked for
 * @param scores each feasible node's weighted scores by plugin; empty unless a full diagnosis was asked for
 */
public record CycleResult(
        @Nullable String node,
        Status status,
        @Nullable String nominatedNode,
        Set<String> rejectors,
        Set<String> pending,
        int evaluatedNodes,
        int feasibleNodes,
        Map<String, Status> statuses,
        Map<String, Map<String, Long>> scores) {
    /** A node was found, but a plugin refused it afterwards. */
    public CycleResult refused(Status why) {
        String at = node == null ? "" : node;
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
                evaluatedNodes,
                feasibleNodes,
                Map.of(at, why),
                scores);
    }

    /** A node was found, but the binding failed: what is said is no count of nodes. */
    public CycleResult notBound(Status why) {
        String at = node == null ? "" : node;
        return new CycleResult(
                null, why, "", Set.of(), Set.of(), evaluatedNodes, feasibleNodes, Map.of(at, why), scores);
    }
}
