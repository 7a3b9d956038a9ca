package dev.customscheduler.engine.plugins;

import dev.customscheduler.framework.ApiResult;
import dev.customscheduler.framework.BindPlugin;
import dev.customscheduler.framework.Cluster;
import dev.customscheduler.framework.CycleState;
import dev.customscheduler.framework.Status;
import dev.customscheduler.framework.model.Pod;

/** Binds by the API server's binding subresource. */
public final class DefaultBinder implements BindPlugin {
    /** The plugin's name. */
    public static final String NAME = "DefaultBinder";

    private final Cluster cluster;

    /** The plugin. */
    public DefaultBinder(Cluster cluster) {
        this.cluster = cluster;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Status bind(CycleState state, Pod pod, String nodeName) {
        ApiResult result = cluster.bind(pod, nodeName);
        return result.isOk() ? Status.success() : Status.error(NAME, result.message());
    }
}
