package dev.customscheduler.framework;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a PreFilter plugin.
 *
 * @param status Success; Skip, which leaves out the plugin's Filter for this pod; Unschedulable and
 *     UnschedulableAndUnresolvable, which reject the pod for all nodes, the latter at once; Error
 * @param nodeNames the only nodes that come into question, or null for all
 */
public record PreFilterResult(Status status, @Nullable Set<String> nodeNames) {
    private static final PreFilterResult ALL = new PreFilterResult(Status.success(), null);
    private static final PreFilterResult SKIP = new PreFilterResult(Status.skip(), null);

    /** All nodes come into question. */
    public static PreFilterResult allNodes() {
        return ALL;
    }

    /** The plugin's Filter need not be asked. */
    public static PreFilterResult skip() {
        return SKIP;
    }

    /** The pod is rejected, or the plugin failed. */
    public static PreFilterResult of(Status status) {
        return new PreFilterResult(status, null);
    }

    /** Only {@code nodeNames} come into question. */
    public static PreFilterResult only(Set<String> nodeNames) {
        return new PreFilterResult(Status.success(), Set.copyOf(nodeNames));
    }

    /** The nodes that both allow, null for all. */
    public static @Nullable Set<String> intersect(@Nullable Set<String> a, @Nullable Set<String> b) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        Set<String> both = new HashSet<>(a);
        both.retainAll(b);
        return both;
    }
}
