package dev.customscheduler.framework;

import dev.customscheduler.framework.model.Pod;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An event that may make a pod schedulable which the plugin rejected.
 *
 * @param event the event
 * @param hint whether it does so for a given pod
 */
public record ClusterEventWithHint(ClusterEvent event, Hint hint) {

    /** Decides whether an event is worth another attempt. */
    @FunctionalInterface
    public interface Hint {
        /** Every event of the kind is. */
        Hint ALWAYS = (pod, before, after) -> true;

        /**
         * Whether {@code pod}, which the plugin rejected, should be tried again.
         *
         * @param before the object before the event, null where it is new
         * @param after the object after the event, null where it is gone
         */
        boolean queue(Pod pod, @Nullable Object before, @Nullable Object after);
    }

    /** What a plugin is taken to be interested in that does not say. */
    public static final List<ClusterEventWithHint> EVERYTHING = List.of(
            of(ClusterEvent.Resource.ASSIGNED_POD, ClusterEvent.Action.ALL),
            of(ClusterEvent.Resource.TARGET_POD, ClusterEvent.Action.ALL),
            of(ClusterEvent.Resource.NODE, ClusterEvent.Action.ALL),
            of(ClusterEvent.Resource.PERSISTENT_VOLUME, ClusterEvent.Action.ALL),
            of(ClusterEvent.Resource.PERSISTENT_VOLUME_CLAIM, ClusterEvent.Action.ALL),
            of(ClusterEvent.Resource.CSI_NODE, ClusterEvent.Action.ALL),
            of(ClusterEvent.Resource.CSI_DRIVER, ClusterEvent.Action.ALL),
            of(ClusterEvent.Resource.CSI_STORAGE_CAPACITY, ClusterEvent.Action.ALL),
            of(ClusterEvent.Resource.STORAGE_CLASS, ClusterEvent.Action.ALL),
            of(ClusterEvent.Resource.RESOURCE_CLAIM, ClusterEvent.Action.ALL),
            of(ClusterEvent.Resource.DEVICE_CLASS, ClusterEvent.Action.ALL));

    /** An interest in every event of the kind. */
    public static ClusterEventWithHint of(ClusterEvent.Resource resource, int actions) {
        return new ClusterEventWithHint(new ClusterEvent(resource, actions), Hint.ALWAYS);
    }

    /** An interest in those events of the kind that {@code hint} approves. */
    public static ClusterEventWithHint of(ClusterEvent.Resource resource, int actions, Hint hint) {
        return new ClusterEventWithHint(new ClusterEvent(resource, actions), hint);
    }
}
