package dev.customscheduler.framework;

import dev.customscheduler.framework.model.Pod;
import java.util.List;

/** Looks at the pod and the feasible nodes once before they are scored. */
public interface PreScorePlugin extends Plugin {

    /** Success; Skip, which leaves out the plugin's Score for this pod; Error. */
    Status preScore(CycleState state, Pod pod, List<NodeInfo> nodes);
}
