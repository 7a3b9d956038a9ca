package dev.customscheduler.framework;

import dev.customscheduler.framework.model.Pod;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Looks at the pod once before the nodes are filtered. */
public interface PreFilterPlugin extends Plugin {

    /**
     * Checks the pod and notes down what Filter will need.
     *
     * @param nodes all nodes of the snapshot
     */
    PreFilterResult preFilter(CycleState state, Pod pod, List<NodeInfo> nodes);

    /** How to keep the notes up to date, or null where they do not depend on other pods. */
    default @Nullable PreFilterExtensions preFilterExtensions() {
        return null;
    }
}
