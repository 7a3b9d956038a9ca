package dev.customscheduler.runtime.serving;

import dev.customscheduler.runtime.client.Access;
import dev.customscheduler.runtime.client.AccessLoader;
import dev.customscheduler.runtime.client.ApiClient;
import dev.customscheduler.runtime.client.TokenBucket;
import dev.customscheduler.runtime.flags.Flags;
import dev.customscheduler.runtime.logging.Klog;
import dev.customscheduler.runtime.tls.IdentityFiles;
import dev.customscheduler.runtime.tls.ReloadingKeyManager;
import dev.customscheduler.runtime.tls.SelfSigned;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Builds the HTTPS port from the flags: where the certificate comes from, whom to ask about tokens and about access.
 * The kubeconfigs for those two are optional: in a cluster its own API server is asked; where there is none, everybody
 * is anonymous, and only the open paths are served.
 */
public final class ServingSetup {
    private static final Klog LOG = Klog.of("serving");
    private static final String HOST = "localhost";

    private ServingSetup() {}

    /**
     * Binds the port.
     *
     * @throws IOException with a message for the user
     */
    public static HttpsEndpoint bind(Flags flags, String userAgent) throws IOException, InterruptedException {
        ApiClient authentication = client(flags, "authentication-kubeconfig", userAgent);
        ApiClient authorization = client(flags, "authorization-kubeconfig", userAgent);
        TokenReviewer tokens = authentication == null
                ? null
                : new TokenReviewer(authentication, flags.duration("authentication-token-webhook-cache-ttl"));
        ClientCertificates certificates = new ClientCertificates(flags, authentication);
        AccessReviewer access = new AccessReviewer(
                authorization,
                flags.strings("authorization-always-allow-paths"),
                flags.duration("authorization-webhook-cache-authorized-ttl"),
                flags.duration("authorization-webhook-cache-unauthorized-ttl"));
        try {
            InetAddress address = InetAddress.getByName(flags.string("bind-address"));
            ReloadingKeyManager identity = identity(flags, address);
            return new HttpsEndpoint(flags, address, identity, new Authenticator(certificates, tokens), access);
        } catch (GeneralSecurityException e) {
            throw new IOException("the serving certificate cannot be used: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new IOException(
                    "failed to serve on " + flags.string("bind-address") + ":" + flags.integer("secure-port") + ": "
                            + e.getMessage(),
                    e);
        }
    }

    private static ReloadingKeyManager identity(Flags flags, InetAddress address)
            throws IOException, GeneralSecurityException {
        String certificate = flags.string("tls-cert-file");
        if (!certificate.isEmpty()) {
            return new ReloadingKeyManager(Path.of(certificate), Path.of(flags.string("tls-private-key-file")));
        }
        InetAddress loopback = InetAddress.getByAddress(HOST, new byte[] {127, 0, 0, 1});
        List<InetAddress> names = address.isAnyLocalAddress() || address.equals(loopback)
                ? List.of(loopback)
                : List.of(loopback, address);
        String directory = flags.string("cert-dir");
        if (directory.isEmpty()) {
            LOG.info("Generated self-signed cert in-memory");
            return new ReloadingKeyManager(SelfSigned.create(HOST, names, Instant.now()));
        }
        Path kept = Path.of(directory);
        IdentityFiles.ensure(kept, HOST, names);
        return new ReloadingKeyManager(IdentityFiles.certificateIn(kept), IdentityFiles.keyIn(kept));
    }

    private static @Nullable ApiClient client(Flags flags, String flag, String userAgent) throws IOException {
        String kubeconfig = flags.string(flag);
        if (kubeconfig.isEmpty() && System.getenv("KUBERNETES_SERVICE_HOST") == null) {
            LOG.warn("No API server to ask, since --" + flag + " is not set and this is no cluster");
            return null;
        }
        Access access = AccessLoader.load(kubeconfig, "");
        return new ApiClient(access, new TokenBucket(200, 400), userAgent);
    }
}
