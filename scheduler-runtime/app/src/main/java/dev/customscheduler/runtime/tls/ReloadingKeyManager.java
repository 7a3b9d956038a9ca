package dev.customscheduler.runtime.tls;

import dev.customscheduler.runtime.logging.Klog;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * Serves or presents one identity; where it comes from files, they are looked at once a second at most and read again
 * when their modification times changed. Files that do not parse, as in the middle of being replaced, leave the last
 * good identity in use and are said in the log once per change.
 */
public final class ReloadingKeyManager extends X509ExtendedKeyManager {
    private static final Klog LOG = Klog.of("tls");
    private static final String ALIAS = "identity";
    private static final long LOOK_EVERY_NANOS = 1_000_000_000L;

    private final @Nullable Path certificateFile;
    private final @Nullable Path keyFile;
    private Identity identity;
    private FileTime certificateTime = FileTime.fromMillis(0);
    private FileTime keyTime = FileTime.fromMillis(0);
    private long lookedAt = System.nanoTime();

    /** An identity that stays. */
    public ReloadingKeyManager(Identity identity) {
        this.identity = identity;
        this.certificateFile = null;
        this.keyFile = null;
    }

    /** The identity in two files. Throws where they cannot be read now. */
    public ReloadingKeyManager(Path certificateFile, Path keyFile) throws IOException, GeneralSecurityException {
        this.certificateFile = certificateFile;
        this.keyFile = keyFile;
        this.certificateTime = Files.getLastModifiedTime(certificateFile);
        this.keyTime = Files.getLastModifiedTime(keyFile);
        this.identity = IdentityFiles.read(certificateFile, keyFile);
    }

    private synchronized Identity current() {
        Path certificate = certificateFile;
        Path key = keyFile;
        long now = System.nanoTime();
        if (certificate == null || key == null || now - lookedAt < LOOK_EVERY_NANOS) {
            return identity;
        }
        lookedAt = now;
        try {
            FileTime newCertificateTime = Files.getLastModifiedTime(certificate);
            FileTime newKeyTime = Files.getLastModifiedTime(key);
            if (!newCertificateTime.equals(certificateTime) || !newKeyTime.equals(keyTime)) {
                certificateTime = newCertificateTime;
                keyTime = newKeyTime;
                identity = IdentityFiles.read(certificate, key);
                LOG.info("Reloaded certificate", "file", certificate);
            }
        } catch (IOException | GeneralSecurityException e) {
            LOG.error(e, "Unable to reload certificate, the last one stays in use", "file", certificate);
        }
        return identity;
    }

    @Override
    public String[] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        return new String[] {ALIAS};
    }

    @Override
    public String[] getClientAliases(String keyType, Principal @Nullable [] issuers) {
        return new String[] {ALIAS};
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return matches(keyType) ? ALIAS : null;
    }

    @Override
    public @Nullable String chooseEngineServerAlias(
            String keyType, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        return matches(keyType) ? ALIAS : null;
    }

    @Override
    public @Nullable String chooseClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return matches(keyTypes) ? ALIAS : null;
    }

    @Override
    public @Nullable String chooseEngineClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        return matches(keyTypes) ? ALIAS : null;
    }

    private boolean matches(String... keyTypes) {
        String own = current().key().getAlgorithm();
        for (String type : keyTypes) {
            if (type.equals(own) || type.startsWith(own + "_") || type.equals("EdDSA") && own.startsWith("Ed")) {
                return true;
            }
        }
        return false;
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return current().chain().toArray(X509Certificate[]::new);
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return current().key();
    }
}
