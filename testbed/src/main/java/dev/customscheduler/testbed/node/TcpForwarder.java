package dev.customscheduler.testbed.node;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes connections on: pods cannot reach the loopback interface that the API server listens on. */
final class TcpForwarder implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TcpForwarder.class);

    private final ServerSocket listener;
    private final InetSocketAddress target;

    TcpForwarder(InetSocketAddress listen, InetSocketAddress target) throws IOException {
        this.target = target;
        listener = new ServerSocket();
        listener.setReuseAddress(true);
        listener.bind(listen, 200);
        Thread.ofVirtual().name("forward-" + listen).start(this::accept);
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket from = listener.accept();
                Thread.ofVirtual().start(() -> connect(from));
            } catch (IOException e) {
                if (!listener.isClosed()) {
                    LOG.warn("accepting a connection to {}", target, e);
                }
            }
        }
    }

    private void connect(Socket from) {
        try (from;
                Socket to = new Socket()) {
            to.connect(target, 5000);
            from.setTcpNoDelay(true);
            to.setTcpNoDelay(true);
            Thread back = Thread.ofVirtual().start(() -> pump(to, from));
            pump(from, to);
            back.join();
        } catch (IOException e) {
            LOG.debug("connection to {} ended", target, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void pump(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
            to.shutdownOutput();
        } catch (IOException e) {
            // One side hung up. The other must not wait for it.
            LOG.debug("connection to {} broke", target, e);
            closeBoth(from, to);
        }
    }

    private static void closeBoth(Socket one, Socket other) {
        try (one;
                other) {
            LOG.trace("closing {} and {}", one, other);
        } catch (IOException e) {
            LOG.debug("closing a broken connection", e);
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            LOG.warn("closing the forwarder to {}", target, e);
        }
    }
}
