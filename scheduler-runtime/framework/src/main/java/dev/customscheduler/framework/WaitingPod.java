package dev.customscheduler.framework;

import dev.customscheduler.framework.model.Pod;
import java.util.List;

/** A pod that Permit plugins let wait. */
public interface WaitingPod {

    /** The pod. */
    Pod pod();

    /** The plugins that did not allow it yet. */
    List<String> pendingPlugins();

    /** Allows the pod in the name of {@code plugin}; the last plugin's word sets it free. */
    void allow(String plugin);

    /**
     * Rejects the pod: it counts as unschedulable.
     *
     * @return whether it still waited
     */
    boolean reject(String plugin, String message);

    /**
     * Takes the pod's place away for a more important one: it is tried again after a backoff.
     *
     * @return whether it still waited
     */
    boolean preempt(String plugin, String message);
}
