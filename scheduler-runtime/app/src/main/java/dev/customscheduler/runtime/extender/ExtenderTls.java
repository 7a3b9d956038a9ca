package dev.customscheduler.runtime.extender;

import dev.customscheduler.config.Extender;
import dev.customscheduler.config.ExtenderTlsConfig;
import dev.customscheduler.runtime.tls.Identity;
import dev.customscheduler.runtime.tls.Pem;
import dev.customscheduler.runtime.tls.ReloadingKeyManager;
import dev.customscheduler.runtime.tls.Trust;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * An extender's {@code tlsConfig} as kube-scheduler understands it: data before files; {@code enableHTTPS} without a CA
 * verifies nothing (validation warns of it); otherwise without a CA the system's are believed. A client certificate
 * from files is read again when they change.
 */
final class ExtenderTls {
    private static final ExtenderTlsConfig NONE = new ExtenderTlsConfig(false, "", "", "", "", "", "", "");

    private ExtenderTls() {}

    static void apply(Extender extender, String path, HttpClient.Builder builder) throws IOException {
        ExtenderTlsConfig tls = extender.tlsConfig().orElse(NONE);
        boolean hasCa = !tls.caData().isEmpty() || !tls.caFile().isEmpty();
        boolean insecure = tls.insecure() || extender.enableHttps() && !hasCa;
        if (insecure && hasCa) {
            throw new IOException(
                    path + ": insecure and a certificate authority exclude each other: take one of them away");
        }
        try {
            X509ExtendedTrustManager trust = insecure
                    ? Trust.everyone()
                    : hasCa
                            ? Trust.authorities(Pem.certificates(bytes(tls.caData(), tls.caFile(), path + ".ca")))
                            : Trust.system();
            if (!tls.serverName().isEmpty()) {
                trust = insecure ? trust : new ServerNameTrust(trust, tls.serverName());
                builder.sslParameters(named(tls.serverName()));
            }
            KeyManager identity = identity(tls, path);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(identity == null ? null : new KeyManager[] {identity}, new TrustManager[] {trust}, null);
            builder.sslContext(context);
        } catch (GeneralSecurityException e) {
            throw new IOException(path + ": cannot be used: " + e.getMessage(), e);
        }
    }

    private static SSLParameters named(String serverName) {
        SSLParameters parameters = new SSLParameters();
        if (!ServerNameTrust.isAddress(serverName)) {
            parameters.setServerNames(List.of(new SNIHostName(serverName)));
        }
        return parameters;
    }

    /** The client certificate; only a certificate and a key together make one. */
    private static @Nullable KeyManager identity(ExtenderTlsConfig tls, String path)
            throws IOException, GeneralSecurityException {
        boolean certificate = !tls.certData().isEmpty() || !tls.certFile().isEmpty();
        boolean key = !tls.keyData().isEmpty() || !tls.keyFile().isEmpty();
        if (!certificate || !key) {
            return null;
        }
        if (tls.certData().isEmpty() && tls.keyData().isEmpty()) {
            try {
                return new ReloadingKeyManager(Path.of(tls.certFile()), Path.of(tls.keyFile()));
            } catch (IOException e) {
                throw new IOException(path + ".certFile: cannot be read, or keyFile: " + e, e);
            }
        }
        return new ReloadingKeyManager(new Identity(
                Pem.privateKey(bytes(tls.keyData(), tls.keyFile(), path + ".key")),
                Pem.certificates(bytes(tls.certData(), tls.certFile(), path + ".cert"))));
    }

    private static byte[] bytes(String data, String file, String path) throws IOException {
        if (!data.isEmpty()) {
            try {
                return Base64.getMimeDecoder().decode(data);
            } catch (IllegalArgumentException e) {
                throw new IOException(path + "Data: not base64: " + e.getMessage(), e);
            }
        }
        try {
            return Files.readAllBytes(Path.of(file));
        } catch (IOException e) {
            throw new IOException(path + "File: cannot be read: " + e, e);
        }
    }
}
