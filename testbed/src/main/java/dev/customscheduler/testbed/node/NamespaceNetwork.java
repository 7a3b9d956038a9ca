package dev.customscheduler.testbed.node;

import dev.customscheduler.testbed.process.Supervisor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/**
 * As root: a network namespace for each pod, joined by a bridge of the node's own with the addresses 10.77.X.0/24. The
 * host, and so the API server, reaches the pods directly; pods reach each other and, through a forwarder on the
 * bridge's address, the API server. There is no route to anywhere else. Creating the bridge is what claims X: the
 * kernel lets one process succeed.
 */
final class NamespaceNetwork implements PodNetwork {
    private static final int HTTPS = 443;

    private final Supervisor supervisor;
    private final int subnet;
    private final String bridge;
    private final TcpForwarder forwarder;
    private final Deque<Integer> freeHosts = new ArrayDeque<>();

    NamespaceNetwork(Supervisor supervisor, int apiServerPort, Consumer<String> progress) {
        this.supervisor = supervisor;
        ensureIp(progress);
        subnet = claim();
        bridge = bridge(subnet);
        supervisor.link(bridge);
        Shell.check(List.of("ip", "addr", "add", nodeAddress() + "/24", "dev", bridge));
        Shell.check(List.of("ip", "link", "set", bridge, "up"));
        for (int host = 2; host < 255; host++) {
            freeHosts.add(host);
        }
        try {
            forwarder = new TcpForwarder(
                    new InetSocketAddress(nodeAddress(), HTTPS), new InetSocketAddress("127.0.0.1", apiServerPort));
        } catch (IOException e) {
            throw new UncheckedIOException("listening on " + nodeAddress(), e);
        }
    }

    private static String bridge(int subnet) {
        return "csbed" + subnet;
    }

    private static int claim() {
        int start = ThreadLocalRandom.current().nextInt(1, 250);
        String why = "";
        for (int i = 0; i < 250; i++) {
            int candidate = 1 + (start + i) % 250;
            Shell.Result made = Shell.run(List.of("ip", "link", "add", bridge(candidate), "type", "bridge"));
            if (made.exitCode() == 0) {
                return candidate;
            }
            why = made.output();
        }
        throw new IllegalStateException("no bridge csbed1..csbed250 could be created; the last one: " + why);
    }

    private static void ensureIp(Consumer<String> progress) {
        if (Supervisor.onPath("ip")) {
            return;
        }
        if (!Supervisor.onPath("apt-get")) {
            throw new IllegalStateException("a process node needs the `ip` command: install iproute2");
        }
        progress.accept("installing iproute2 with apt-get: the process node's network needs its `ip` command");
        Shell.check(List.of("apt-get", "update"));
        Shell.check(List.of("apt-get", "install", "-y", "--no-install-recommends", "iproute2"));
    }

    @Override
    public String nodeAddress() {
        return "10.77." + subnet + ".1";
    }

    @Override
    public int apiServerPort() {
        return HTTPS;
    }

    @Override
    public Attachment attach() {
        int host;
        synchronized (freeHosts) {
            host = freeHosts.remove();
        }
        String name = bridge + "-" + host;
        String outside = "cs" + subnet + "v" + host;
        String address = "10.77." + subnet + "." + host;
        supervisor.netns(name);
        Shell.check(List.of("ip", "netns", "add", name));
        Shell.check(List.of(
                "ip", "link", "add", outside, "master", bridge, "type", "veth", "peer", "name", "eth0", "netns", name));
        Shell.check(List.of("ip", "link", "set", outside, "up"));
        Shell.check(List.of("ip", "-n", name, "addr", "add", address + "/24", "dev", "eth0"));
        Shell.check(List.of("ip", "-n", name, "link", "set", "eth0", "up"));
        Shell.check(List.of("ip", "-n", name, "link", "set", "lo", "up"));
        return new Attachment(name, address, List.of("nsenter", "--net=/run/netns/" + name, "--"));
    }

    @Override
    public void detach(Attachment attachment) {
        Shell.check(List.of("ip", "netns", "del", attachment.name()));
        supervisor.forgetNetns(attachment.name());
        synchronized (freeHosts) {
            // At the end: an address is used again as late as possible, as clients may still know its last owner.
            freeHosts.addLast(Integer.parseInt(attachment.name().substring(bridge.length() + 1)));
        }
    }

    @Override
    public void close() {
        forwarder.close();
    }
}
