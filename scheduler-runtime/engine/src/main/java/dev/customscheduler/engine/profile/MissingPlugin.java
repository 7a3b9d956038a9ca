package dev.customscheduler.engine.profile;

import dev.customscheduler.framework.ClusterEventWithHint;
import dev.customscheduler.framework.CycleState;
import dev.customscheduler.framework.EnqueueExtensions;
import dev.customscheduler.framework.NodeInfo;
import dev.customscheduler.framework.PreFilterPlugin;
import dev.customscheduler.framework.PreFilterResult;
import dev.customscheduler.framework.Status;
import dev.customscheduler.framework.model.Pod;
import java.util.List;

/**
 * Stands in the place of a default plugin that is not built in: refuses the pods that need it and lets the others pass.
 */
final class MissingPlugin implements PreFilterPlugin, EnqueueExtensions {
    private final String name;
    private final PodNeed need;

    MissingPlugin(String name, PodNeed need) {
        this.name = name;
        this.need = need;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public PreFilterResult preFilter(CycleState state, Pod pod, List<NodeInfo> nodes) {
        String field = need.field(pod);
        if (field == null) {
            return PreFilterResult.skip();
        }
        return PreFilterResult.of(Status.unresolvable(
                name,
                field + " needs the plugin " + name
                        + ", which this scheduler does not have yet; runtime type KubeScheduler has it"));
    }

    /** No event helps: the plugin does not come. */
    @Override
    public List<ClusterEventWithHint> eventsToRegister() {
        return List.of();
    }
}
