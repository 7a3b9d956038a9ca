package dev.customscheduler.runtime.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A TCP wire to the API server that a test can cut and mend: while cut, connections end and new ones are not let in.
 */
public final class Wire implements AutoCloseable {
    private final ServerSocket listener;
    private final URI target;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile boolean cut;

    public Wire(URI target) {
        this.target = target;
        try {
            this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    /** The same kubeconfig, but over the wire. */
    public Path kubeconfig(Path direct) {
        try {
            String over =
                    Files.readString(direct).replace(target.toString(), "https://127.0.0.1:" + listener.getLocalPort());
            Path file = Files.createTempFile("wire", ".kubeconfig");
            file.toFile().deleteOnExit();
            return Files.writeString(file, over);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public void cut() {
        cut = true;
        open.forEach(Wire::end);
    }

    public void mend() {
        cut = false;
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                if (cut) {
                    end(client);
                    continue;
                }
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target.getPort());
                open.add(client);
                open.add(server);
                Thread.ofVirtual().start(() -> pump(client, server));
                Thread.ofVirtual().start(() -> pump(server, client));
            } catch (IOException e) {
                if (!listener.isClosed()) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private void pump(Socket from, Socket to) {
        byte[] buffer = new byte[16 * 1024];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                out.write(buffer, 0, n);
            }
        } catch (IOException e) {
            end(from);
        } finally {
            end(to);
            end(from);
            open.remove(from);
        }
    }

    private static void end(Socket socket) {
        try (socket) {
            if (!socket.isClosed()) {
                socket.setSoLinger(true, 0);
            }
        } catch (IOException e) {
            // It was closed from the other side in between, which is what was wanted.
            return;
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        cut();
    }
}
