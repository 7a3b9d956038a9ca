package dev.customscheduler.framework;

import java.util.List;

/**
 * Says which events may make a pod schedulable that the plugin rejected. A plugin without it is asked again after any
 * event of a node, a pod with a node, the pod itself, storage or devices.
 */
public interface EnqueueExtensions extends Plugin {

    /** The events. Called once, when the profile is made. */
    List<ClusterEventWithHint> eventsToRegister();
}
