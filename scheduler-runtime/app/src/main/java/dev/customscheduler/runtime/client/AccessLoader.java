package dev.customscheduler.runtime.client;

import dev.customscheduler.runtime.tls.Pem;
import dev.customscheduler.runtime.tls.Trust;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Finds the API server as kube-scheduler does: a kubeconfig where one is named, else the cluster the process runs in.
 */
public final class AccessLoader {
    private static final Path SERVICE_ACCOUNT = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");

    private AccessLoader() {}

    /**
     * Loads access to the API server.
     *
     * @param kubeconfig a kubeconfig file, or empty
     * @param master an address that overrides the kubeconfig's, or empty
     * @throws IOException with a message for the user where the access cannot be made from what is there
     */
    public static Access load(String kubeconfig, String master) throws IOException {
        if (!kubeconfig.isEmpty()) {
            return Kubeconfig.load(Path.of(kubeconfig), master);
        }
        if (!master.isEmpty()) {
            return new Access(URI.create(master), context(null, Trust::system), TokenSource.none(), "--master");
        }
        return inCluster();
    }

    private static Access inCluster() throws IOException {
        String host = System.getenv("KUBERNETES_SERVICE_HOST");
        String port = System.getenv("KUBERNETES_SERVICE_PORT");
        if (host == null || host.isEmpty() || port == null || port.isEmpty()) {
            throw new IOException("unable to load in-cluster configuration, KUBERNETES_SERVICE_HOST and"
                    + " KUBERNETES_SERVICE_PORT must be defined: outside a cluster name a kubeconfig in"
                    + " clientConnection.kubeconfig or --kubeconfig");
        }
        String authority = host.contains(":") ? "[" + host + "]:" + port : host + ":" + port;
        byte[] ca = Files.readAllBytes(SERVICE_ACCOUNT.resolve("ca.crt"));
        return new Access(
                URI.create("https://" + authority),
                context(null, () -> Trust.authorities(Pem.certificates(ca))),
                TokenSource.file(SERVICE_ACCOUNT.resolve("token")),
                "in-cluster");
    }

    /** Makes a trust manager; fails as the security library does. */
    interface TrustMaker {
        TrustManager make() throws GeneralSecurityException;
    }

    static SSLContext context(@Nullable KeyManager identity, TrustMaker trust) throws IOException {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(
                    identity == null ? null : new KeyManager[] {identity}, new TrustManager[] {trust.make()}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException("the certificate authority cannot be used: " + e.getMessage(), e);
        }
    }
}
