package dev.customscheduler.testbed.node;

import java.util.List;

/** How the pods of a node are reached, and reach the API server. */
sealed interface PodNetwork extends AutoCloseable permits NamespaceNetwork, HostNetwork {
    /**
     * A pod's place in it.
     *
     * @param address the pod's own, or the node's if it has none
     * @param enter the command that runs another in the pod's network; empty for the host's
     */
    record Attachment(String name, String address, List<String> enter) {}

    /** The node's address, at which pods find the API server. */
    String nodeAddress();

    /** The port of the API server at {@link #nodeAddress}. */
    int apiServerPort();

    /** Gives a pod its place. */
    Attachment attach();

    /** Takes it away, when no process is left in it. */
    void detach(Attachment attachment);

    @Override
    void close();
}
