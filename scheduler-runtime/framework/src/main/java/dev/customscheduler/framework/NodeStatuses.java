package dev.customscheduler.framework;

import java.util.List;

/** Why nodes were refused. */
public interface NodeStatuses {

    /** Why {@code nodeName} was refused; a node that was not looked at has the status of all such nodes. */
    Status get(String nodeName);

    /** The nodes that were refused with {@code code}, in the snapshot's order. */
    List<NodeInfo> nodes(Code code);
}
