package dev.customscheduler.testbed.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/** Free ports on the loopback interface. */
public final class Ports {
    // Below the range from which Linux gives ports to outgoing connections (32768), which could take one between the
    // look and the use.
    private static final int LOWEST = 20000;
    private static final int HIGHEST = 32000;
    private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

    private Ports() {}

    /** A TCP port that nothing listens on and that this JVM has not given out before. */
    public static int free() {
        for (int i = 0; i < 1000; i++) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
            if (!GIVEN.contains(port) && listensNowhere(port) && GIVEN.add(port)) {
                return port;
            }
        }
        throw new IllegalStateException("no free port between " + LOWEST + " and " + HIGHEST);
    }

    private static boolean listensNowhere(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException e) {
            return false; // the answer to the question
        }
    }
}
