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

    /** Rejects the pod. */
    void reject(String plugin, String message);
}
