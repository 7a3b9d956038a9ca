package dev.customscheduler.engine.plugins;

import dev.customscheduler.framework.ClusterEvent.Action;
import dev.customscheduler.framework.ClusterEvent.Resource;
import dev.customscheduler.framework.ClusterEventWithHint;
import dev.customscheduler.framework.EnqueueExtensions;
import dev.customscheduler.framework.PreEnqueuePlugin;
import dev.customscheduler.framework.Status;
import dev.customscheduler.framework.model.Pod;
import java.util.List;

/** Holds pods back that have scheduling gates. */
public final class SchedulingGates implements PreEnqueuePlugin, EnqueueExtensions {
    /** The plugin's name. */
    public static final String NAME = "SchedulingGates";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Status preEnqueue(Pod pod) {
        List<String> gates = pod.spec().schedulingGates();
        if (gates.isEmpty()) {
            return Status.success();
        }
        return Status.unresolvable(NAME, "waiting for scheduling gates: [" + String.join(" ", gates) + "]");
    }

    @Override
    public List<ClusterEventWithHint> eventsToRegister() {
        return List.of(ClusterEventWithHint.of(Resource.TARGET_POD, Action.UPDATE_POD_GATES_ELIMINATED));
    }
}
