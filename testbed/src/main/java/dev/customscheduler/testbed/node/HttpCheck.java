package dev.customscheduler.testbed.node;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.HTTPGetAction;
import io.fabric8.kubernetes.api.model.HTTPHeader;
import io.fabric8.kubernetes.api.model.IntOrString;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** The httpGet and tcpSocket checks of probes and hooks, made from the host as a kubelet makes them. */
final class HttpCheck {
    /** As a kubelet, which does not know whose certificate a container serves. */
    private static final class TrustAnything extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }

    private static final HttpClient CLIENT = client();

    private HttpCheck() {}

    private static HttpClient client() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new TrustAnything()}, null);
            return HttpClient.newBuilder()
                    .sslContext(context)
                    .version(HttpClient.Version.HTTP_1_1)
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .build();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The problem, if there is one. */
    static Optional<String> get(HTTPGetAction action, Container container, String podAddress, Duration timeout)
            throws InterruptedException {
        String scheme = action.getScheme() == null ? "http" : action.getScheme().toLowerCase(java.util.Locale.ROOT);
        String host = action.getHost() == null || action.getHost().isEmpty() ? podAddress : action.getHost();
        String path = action.getPath() == null ? "/" : action.getPath();
        try {
            URI uri = URI.create(scheme + "://" + host + ":" + port(action.getPort(), container)
                    + (path.startsWith("/") ? path : "/" + path));
            HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                    .timeout(timeout)
                    .header("User-Agent", "kube-probe/1.37")
                    .header("Accept", "*/*");
            for (HTTPHeader header : action.getHttpHeaders()) {
                request.header(header.getName(), header.getValue());
            }
            int code = CLIENT.send(request.build(), HttpResponse.BodyHandlers.discarding())
                    .statusCode();
            return code >= 200 && code < 400
                    ? Optional.empty()
                    : Optional.of("HTTP probe failed with statuscode: " + code);
        } catch (IOException | IllegalArgumentException e) {
            return Optional.of("Get \"" + scheme + "://" + host + path + "\": " + e);
        }
    }

    /** The problem, if there is one. */
    static Optional<String> connect(IntOrString port, Container container, String host, Duration timeout) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port(port, container)), Math.toIntExact(timeout.toMillis()));
            return Optional.empty();
        } catch (IOException | IllegalArgumentException e) {
            return Optional.of("dial tcp " + host + ": " + e);
        }
    }

    private static int port(IntOrString port, Container container) {
        if (port.getIntVal() != null) {
            return port.getIntVal();
        }
        return container.getPorts().stream()
                .filter(p -> port.getStrVal().equals(p.getName()))
                .map(ContainerPort::getContainerPort)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("couldn't find port: " + port.getStrVal()));
    }
}
