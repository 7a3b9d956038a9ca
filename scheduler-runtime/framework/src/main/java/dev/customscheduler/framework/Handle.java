package dev.customscheduler.framework;

import dev.customscheduler.framework.model.Pod;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the scheduler offers to its plugins. A plugin gets it when it is made and keeps it. */
public interface Handle {

    /** The scheduler name of the profile that the plugin belongs to. */
    String profileName();

    /** The nodes of the current attempt. Only for calls that belong to an attempt. */
    Snapshot snapshot();

    /** The scheduler's hand in the cluster. */
    Cluster cluster();

    /** The scheduler's time. */
    Clock clock();

    /** The pods that are nominated to run on {@code nodeName}. */
    List<Pod> nominatedPods(String nodeName);

    /** Runs the profile's filters for a node that may have been changed, without regard to nominated pods. */
    Status runFilters(CycleState state, Pod pod, NodeInfo node);

    /**
     * Runs the profile's filters as an attempt does: also as if equally or more important nominated pods were there
     * already.
     */
    Status runFiltersWithNominatedPods(CycleState state, Pod pod, NodeInfo node);

    /** Tells the profile's PreFilter plugins that {@code added} is on {@code node}. */
    Status runPreFilterAddPod(CycleState state, Pod pod, Pod added, NodeInfo node);

    /** Tells the profile's PreFilter plugins that {@code removed} is no longer on {@code node}. */
    Status runPreFilterRemovePod(CycleState state, Pod pod, Pod removed, NodeInfo node);

    /** The pod of that UID if it waits for a Permit plugin, or null. */
    @Nullable
    WaitingPod waitingPod(String uid);

    /** All pods that wait for a Permit plugin. */
    List<WaitingPod> waitingPods();

    /** The pod of that UID if PreBind plugins work for it or it is being bound after that, or null. */
    @Nullable
    PodInPreBind podInPreBind(String uid);

    /** Puts the pod of that UID into the active queue at once, if it is in the queue and nothing holds it back. */
    void activate(String uid);
}
