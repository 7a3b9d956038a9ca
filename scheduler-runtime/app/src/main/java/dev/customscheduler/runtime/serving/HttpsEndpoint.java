package dev.customscheduler.runtime.serving;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import dev.customscheduler.runtime.flags.Flags;
import dev.customscheduler.runtime.logging.Klog;
import dev.customscheduler.runtime.tls.ReloadingKeyManager;
import dev.customscheduler.runtime.tls.Trust;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * kube-scheduler's HTTPS port.
 *
 * <p>It is the JDK's own server on virtual threads: probes and a scrape every few seconds need no more, and it brings
 * no dependency, no second TLS stack and no start-up time. Every request is authenticated and authorized before a page
 * is made; a client certificate is asked for in the handshake and judged afterwards, as Go's servers do it.
 */
public final class HttpsEndpoint implements AutoCloseable {
    private static final Klog LOG = Klog.of("serving");
    private static final int STOP_SECONDS = 1;
    private static final String METHODS = "GET, HEAD";

    private final HttpsServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Authenticator authenticator;
    private final AccessReviewer access;
    private final Map<String, Supplier<Page>> pages = new LinkedHashMap<>();
    private final Map<String, HealthPages> health = new LinkedHashMap<>();
    private final Map<String, PodPage> podPages = new LinkedHashMap<>();

    /** Binds the port; {@link #start} begins to serve. */
    HttpsEndpoint(
            Flags flags,
            InetAddress address,
            ReloadingKeyManager identity,
            Authenticator authenticator,
            AccessReviewer access)
            throws IOException, GeneralSecurityException {
        // Read by the server's implementation when it is first used: how long a client may take to send its request.
        System.setProperty("sun.net.httpserver.maxReqTime", "10");
        System.setProperty("sun.net.httpserver.maxRspTime", "60");
        this.authenticator = authenticator;
        this.access = access;
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(new KeyManager[] {identity}, new TrustManager[] {Trust.everyone()}, null);
        this.server = HttpsServer.create(new InetSocketAddress(address, flags.integer("secure-port")), 0);
        server.setHttpsConfigurator(new Configurator(tls, flags));
        server.setExecutor(threads);
        server.createContext("/", this::handle);
    }

    /** Serves a page at a path. Before {@link #start} only. */
    public void page(String path, Supplier<Page> page) {
        pages.put(path, page);
    }

    /** Serves a group of health checks at a path, and each check below it. Before {@link #start} only. */
    public void health(String name, List<HealthCheck> checks) {
        health.put("/" + name, new HealthPages(name, checks));
    }

    /**
     * Serves what there is to say of a pod at {@code <path>/NAMESPACE/NAME}, to those who may get the pod. Before
     * {@link #start} only.
     */
    public void pods(String path, PodPage page) {
        podPages.put(path, page);
    }

    /** Begins to serve. */
    public void start() {
        pages.put("/", () -> Page.text(200, String.join("\n", paths()) + "\n"));
        server.start();
        LOG.info("Serving securely", "address", server.getAddress());
    }

    /** The port, also where the system chose it. */
    public int port() {
        return server.getAddress().getPort();
    }

    private List<String> paths() {
        List<String> paths = new ArrayList<>(health.keySet());
        paths.addAll(pages.keySet());
        paths.sort(null);
        return paths;
    }

    private static final class Configurator extends HttpsConfigurator {
        private final String[] protocols;
        private final List<String> ciphers;

        private Configurator(SSLContext tls, Flags flags) {
            super(tls);
            this.protocols = flags.string("tls-min-version").equals("VersionTLS13")
                    ? new String[] {"TLSv1.3"}
                    : new String[] {"TLSv1.3", "TLSv1.2"};
            this.ciphers = flags.strings("tls-cipher-suites");
        }

        @Override
        public void configure(HttpsParameters parameters) {
            SSLParameters ssl = getSSLContext().getDefaultSSLParameters();
            ssl.setProtocols(protocols);
            if (!ciphers.isEmpty()) {
                ssl.setCipherSuites(ciphers.toArray(String[]::new));
            }
            ssl.setWantClientAuth(true);
            parameters.setSSLParameters(ssl);
        }
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Page page;
            try {
                page = answer((HttpsExchange) exchange);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                page = Page.text(503, "the scheduler is stopping\n");
            } catch (RuntimeException e) {
                LOG.error(
                        e, "A request failed", "path", exchange.getRequestURI().getPath());
                page = Page.text(500, "internal server error\n");
            }
            send(exchange, page);
        }
    }

    private static void send(HttpExchange exchange, Page page) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", page.contentType());
        exchange.getResponseHeaders().set("Cache-Control", "no-cache, private");
        exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
        boolean head = exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(page.status(), head || page.body().length == 0 ? -1 : page.body().length);
        if (!head && page.body().length > 0) {
            exchange.getResponseBody().write(page.body());
        }
    }

    private Page answer(HttpsExchange exchange) throws InterruptedException {
        String path = exchange.getRequestURI().getPath();
        String verb = exchange.getRequestMethod().toLowerCase(Locale.ROOT);
        for (Map.Entry<String, PodPage> e : podPages.entrySet()) {
            if (path.startsWith(e.getKey() + "/")) {
                return ofPod(exchange, path.substring(e.getKey().length() + 1).split("/", -1), e.getValue());
            }
        }
        User user = User.ANONYMOUS;
        if (!access.open(path)) {
            User known = authenticator.authenticate(exchange);
            if (known == null) {
                return Page.status(401, "Unauthorized", "Unauthorized");
            }
            user = known;
        }
        switch (access.review(user, verb, path)) {
            case FORBIDDEN -> {
                String message = "forbidden: User \"" + user.name() + "\" cannot " + verb + " path \"" + path + "\"";
                return Page.status(403, "Forbidden", message);
            }
            case UNKNOWN -> {
                return Page.status(
                        500, "InternalError", "Internal Server Error: \"" + path + "\": access not reviewed");
            }
            case ALLOWED -> {
                Page page = find(path, exchange.getRequestURI().getRawQuery());
                if (page == null) {
                    return Page.text(404, "404 page not found\n");
                }
                if (!verb.equals("get") && !verb.equals("head")) {
                    exchange.getResponseHeaders().set("Allow", METHODS);
                    return Page.text(405, "method not allowed\n");
                }
                return page;
            }
        }
        throw new IllegalStateException("a verdict that is none");
    }

    private Page ofPod(HttpsExchange exchange, String[] pod, PodPage page) throws InterruptedException {
        User user = authenticator.authenticateForPods(exchange);
        if (user == null || user.equals(User.ANONYMOUS)) {
            return Page.status(401, "Unauthorized", "Unauthorized");
        }
        if (pod.length != 2 || pod[0].isEmpty() || pod[1].isEmpty()) {
            return Page.status(404, "NotFound", "the path ends with NAMESPACE/POD");
        }
        switch (access.reviewPod(user, pod[0], pod[1])) {
            case FORBIDDEN -> {
                return Page.status(
                        403,
                        "Forbidden",
                        "pods \"" + pod[1] + "\" is forbidden: User \"" + user.name()
                                + "\" cannot get resource \"pods\" in API group \"\" in the namespace \"" + pod[0]
                                + "\"");
            }
            case UNKNOWN -> {
                return Page.status(503, "ServiceUnavailable", "access could not be reviewed by the API server");
            }
            case ALLOWED -> {
                if (!exchange.getRequestMethod().equals("GET")) {
                    exchange.getResponseHeaders().set("Allow", "GET");
                    return Page.text(405, "method not allowed\n");
                }
                return page.of(
                        pod[0],
                        pod[1],
                        namespace -> access.reviewPod(user, namespace, "") == AccessReviewer.Verdict.ALLOWED);
            }
        }
        throw new IllegalStateException("a verdict that is none");
    }

    private @Nullable Page find(String path, @Nullable String query) {
        HealthPages group = health.get(path);
        if (group != null) {
            return group.all(query);
        }
        int last = path.lastIndexOf('/');
        HealthPages parent = last > 0 ? health.get(path.substring(0, last)) : null;
        if (parent != null) {
            return parent.one(path.substring(last + 1));
        }
        Supplier<Page> page = pages.get(path);
        return page == null ? null : page.get();
    }

    /** Stops listening, gives requests in progress a second. */
    @Override
    public void close() {
        server.stop(STOP_SECONDS);
        threads.close();
        LOG.info("[graceful-termination] secure server has stopped listening");
    }
}
