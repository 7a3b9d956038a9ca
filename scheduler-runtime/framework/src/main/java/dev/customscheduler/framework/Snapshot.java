package dev.customscheduler.framework;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** All nodes as they are for one attempt. */
public interface Snapshot {

    /** All nodes, in the order in which the search goes: in turn from each zone. */
    List<NodeInfo> nodes();

    /** The node of that name, or null. */
    @Nullable
    NodeInfo node(String name);

    /** The nodes with at least one pod that has affinity or anti-affinity to pods. */
    List<NodeInfo> nodesWithAffinityPods();

    /** The nodes with at least one pod that has required anti-affinity to pods. */
    List<NodeInfo> nodesWithRequiredAntiAffinityPods();
}
