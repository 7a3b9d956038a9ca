package dev.customscheduler.framework.model;

/**
 * A port that a pod takes on its node.
 *
 * @param ip the address, {@code 0.0.0.0} for all
 * @param protocol {@code TCP}, {@code UDP} or {@code SCTP}
 * @param port the port
 */
public record HostPort(String ip, String protocol, int port) {
    /** The address that stands for every address of the node. */
    public static final String ANY = "0.0.0.0";

    /** Whether both cannot be on one node. */
    public boolean conflictsWith(HostPort other) {
        return port == other.port
                && protocol.equals(other.protocol)
                && (ip.equals(other.ip) || ip.equals(ANY) || other.ip.equals(ANY));
    }
}
