package dev.customscheduler.runtime.tls;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.List;

/** An identity in two PEM files, and the pair that {@code --cert-dir} keeps from one start to the next. */
public final class IdentityFiles {
    private IdentityFiles() {}

    /** Reads a certificate chain and its key. */
    public static Identity read(Path certificate, Path key) throws IOException, GeneralSecurityException {
        return new Identity(Pem.privateKey(Files.readAllBytes(key)), Pem.certificates(Files.readAllBytes(certificate)));
    }

    /**
     * Makes sure that {@code directory} holds {@code kube-scheduler.crt} and {@code kube-scheduler.key}: what is there
     * is kept, otherwise a self-signed pair is written, the key readable by its owner only.
     */
    public static void ensure(Path directory, String host, List<InetAddress> addresses)
            throws IOException, GeneralSecurityException {
        Path certificate = certificateIn(directory);
        Path key = keyIn(directory);
        if (Files.isReadable(certificate) && Files.isReadable(key)) {
            return;
        }
        Files.createDirectories(directory);
        Identity made = SelfSigned.create(host, addresses, Instant.now());
        try {
            Files.createFile(key, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        } catch (FileAlreadyExistsException e) {
            Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
        }
        Files.writeString(
                key, Pem.encode("PRIVATE KEY", made.key().getEncoded()), StandardOpenOption.TRUNCATE_EXISTING);
        Files.writeString(
                certificate,
                Pem.encode("CERTIFICATE", made.chain().getFirst().getEncoded()),
                StandardCharsets.US_ASCII);
    }

    /** Where {@link #ensure} keeps the certificate. */
    public static Path certificateIn(Path directory) {
        return directory.resolve("kube-scheduler.crt");
    }

    /** Where {@link #ensure} keeps the key. */
    public static Path keyIn(Path directory) {
        return directory.resolve("kube-scheduler.key");
    }
}
