package dev.customscheduler.operator.serving;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * Serves small text pages over plain HTTP: health for the kubelet, and metrics where an administrator turned them on.
 * Each request runs on a virtual thread of its own.
 */
public final class HealthServer implements AutoCloseable {

    /**
     * One answer.
     *
     * @param status the HTTP status
     * @param contentType the content type
     * @param body the text
     */
    public record Page(int status, String contentType, String body) {
        /**
         * A health page.
         *
         * @param healthy 200 when true, 503 when false
         * @param body what to say
         * @return the page
         */
        public static Page health(boolean healthy, String body) {
            return new Page(healthy ? 200 : 503, "text/plain; charset=utf-8", body + "\n");
        }
    }

    private final HttpServer server;
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();

    private HealthServer(HttpServer server) {
        this.server = server;
        server.setExecutor(executor);
    }

    /**
     * Starts listening.
     *
     * @param address where; port 0 takes a free one
     * @return the running server, without pages
     * @throws IOException when the address cannot be had
     */
    public static HealthServer start(InetSocketAddress address) throws IOException {
        var server = new HealthServer(HttpServer.create(address, 0));
        server.server.start();
        return server;
    }

    /**
     * Adds a page.
     *
     * @param path its exact path
     * @param page asked anew for each request
     * @return this
     */
    public HealthServer page(String path, Supplier<Page> page) {
        server.createContext(path, exchange -> answer(exchange, path, page));
        return this;
    }

    /**
     * Where it listens.
     *
     * @return the address with the real port
     */
    public InetSocketAddress address() {
        return server.getAddress();
    }

    @Override
    public void close() {
        server.stop(0);
        executor.close();
    }

    private static void answer(HttpExchange exchange, String path, Supplier<Page> pages) throws IOException {
        try (exchange) {
            var page = exchange.getRequestURI().getPath().equals(path)
                    ? pages.get()
                    : new Page(404, "text/plain; charset=utf-8", "not found\n");
            byte[] body = page.body().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", page.contentType());
            exchange.sendResponseHeaders(page.status(), body.length);
            exchange.getResponseBody().write(body);
        }
    }
}
