package dev.customscheduler.cli.explain;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where somebody listens.
 *
 * @param host a name or an address; of IPv6 in brackets
 * @param port from 1 to 65535
 */
record HostPort(String host, int port) {
    private static final Set<String> LOOPBACK = Set.of("localhost", "[::1]");
    private static final int LAST = 65_535;

    /** Reads {@code HOST:PORT}; null where it is none. */
    static @Nullable HostPort of(String text) {
        try {
            URI uri = new URI("https://" + text);
            boolean plain = text.equals(uri.getRawAuthority()) && uri.getUserInfo() == null;
            return plain && uri.getHost() != null && uri.getPort() > 0 && uri.getPort() <= LAST
                    ? new HostPort(uri.getHost(), uri.getPort())
                    : null;
        } catch (URISyntaxException e) {
            return null;
        }
    }

    /** Whether it does not leave this machine, whatever a name server says. */
    boolean isThisMachine() {
        return LOOPBACK.contains(host) || host.matches("127(\\.\\d{1,3}){3}");
    }
}
