package dev.customscheduler.testbed.node;

import java.util.List;

/** Without root: every pod shares the loopback interface, so two pods cannot listen on one port. */
final class HostNetwork implements PodNetwork {
    private final int apiServerPort;

    HostNetwork(int apiServerPort) {
        this.apiServerPort = apiServerPort;
    }

    @Override
    public String nodeAddress() {
        return "127.0.0.1";
    }

    @Override
    public int apiServerPort() {
        return apiServerPort;
    }

    @Override
    public Attachment attach() {
        return new Attachment("host", nodeAddress(), List.of());
    }

    @Override
    public void detach(Attachment attachment) {}

    @Override
    public void close() {}
}
