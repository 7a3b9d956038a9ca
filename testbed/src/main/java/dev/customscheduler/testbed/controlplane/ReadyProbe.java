package dev.customscheduler.testbed.controlplane;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Asks an API server whether it is ready. */
final class ReadyProbe {
    private final HttpClient client;
    private final HttpRequest request;

    ReadyProbe(URI server, Path authority, String token) {
        client = HttpClient.newBuilder()
                .sslContext(trusting(authority))
                .version(HttpClient.Version.HTTP_1_1)
                .build();
        request = HttpRequest.newBuilder(server.resolve("/readyz"))
                .timeout(Duration.ofSeconds(5))
                .header("Authorization", "Bearer " + token)
                .build();
    }

    boolean ready() {
        try {
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false; // it does not listen yet
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for the API server", e);
        }
    }

    static SSLContext trusting(Path authority) {
        try (InputStream in = Files.newInputStream(authority)) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setCertificateEntry(
                    "ca", CertificateFactory.getInstance("X.509").generateCertificate(in));
            TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("reading " + authority, e);
        }
    }
}
