package dev.customscheduler.engine.profile;

import dev.customscheduler.framework.model.Pod;
import org.jspecify.annotations.Nullable;

/** Tells what in a pod's spec needs a plugin that is not there. */
@FunctionalInterface
public interface PodNeed {

    /** The field that needs the plugin, such as {@code spec.topologySpreadConstraints}, or null where none does. */
    @Nullable
    String field(Pod pod);
}
