package dev.customscheduler.testbed.controlplane;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * A certificate authority of the test bed's own, and the certificates that it signs: X.509 version 3 (RFC 5280) on the
 * curve P-256, valid for a year, as PEM files in one folder.
 */
public final class Pki {
    private static final Duration VALIDITY = Duration.ofDays(365);
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final byte[] ECDSA_WITH_SHA256 = Der.sequence(Der.oid("1.2.840.10045.4.3.2"));

    private final Path directory;
    private final KeyPair authority;
    private final byte[] authorityName;

    /** A certificate and its private key, both PEM. */
    public record Identity(Path certificate, Path key) {}

    /** Makes the authority, with its certificate in {@code ca.crt}. */
    public Pki(Path directory) {
        this.directory = directory;
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        authority = keyPair();
        authorityName = name("testbed-ca", null);
        List<byte[]> extensions = List.of(
                extension("2.5.29.19", true, Der.sequence(Der.bool(true))),
                extension("2.5.29.15", true, Der.bits(2, new byte[] {(byte) 0x84})));
        write("ca.crt", "CERTIFICATE", certificate(authorityName, authority, extensions));
    }

    /** The authority's certificate. */
    public Path authorityCertificate() {
        return directory.resolve("ca.crt");
    }

    /** A certificate for a server that answers to these host names and addresses. */
    public Identity server(String name, List<String> hosts) {
        List<byte[]> names = new ArrayList<>();
        for (String host : hosts) {
            names.add(subjectAlternativeName(host));
        }
        byte[] all = Der.sequence(names.toArray(byte[][]::new));
        return issue(
                name,
                name(name, null),
                List.of(extendedKeyUsage("1.3.6.1.5.5.7.3.1"), extension("2.5.29.17", false, all)));
    }

    /** A certificate for a client, whose user and group are the subject's common name and organization. */
    public Identity client(String name, String user, String group) {
        return issue(name, name(user, group), List.of(extendedKeyUsage("1.3.6.1.5.5.7.3.2")));
    }

    /** A bare key pair: the private key in {@code <name>.key}, the public one in {@code <name>.pub}. */
    public Identity keys(String name) {
        KeyPair pair = keyPair();
        return new Identity(
                write(name + ".pub", "PUBLIC KEY", pair.getPublic().getEncoded()),
                write(name + ".key", "PRIVATE KEY", pair.getPrivate().getEncoded()));
    }

    /** TLS with that certificate, which trusts clients and servers of this authority alone. */
    public SSLContext mutualTls(Identity identity) {
        try {
            CertificateFactory certificates = CertificateFactory.getInstance("X.509");
            KeyStore trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, null);
            trusted.setCertificateEntry("ca", read(certificates, authorityCertificate()));
            TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
            trust.init(trusted);
            KeyStore own = KeyStore.getInstance("PKCS12");
            own.load(null, null);
            String pem = Files.readString(identity.key()).replaceAll("-----[A-Z ]+-----", "");
            PrivateKey key = KeyFactory.getInstance("EC")
                    .generatePrivate(
                            new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(pem)));
            own.setKeyEntry("own", key, new char[0], new Certificate[] {read(certificates, identity.certificate())});
            KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
            keys.init(own, new char[0]);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("reading " + identity, e);
        }
    }

    private static Certificate read(CertificateFactory certificates, Path file)
            throws IOException, CertificateException {
        try (InputStream in = Files.newInputStream(file)) {
            return certificates.generateCertificate(in);
        }
    }

    private Identity issue(String file, byte[] subject, List<byte[]> extensions) {
        KeyPair pair = keyPair();
        List<byte[]> all = new ArrayList<>(extensions);
        all.add(extension("2.5.29.15", true, Der.bits(7, new byte[] {(byte) 0x80})));
        return new Identity(
                write(file + ".crt", "CERTIFICATE", certificate(subject, pair, all)),
                write(file + ".key", "PRIVATE KEY", pair.getPrivate().getEncoded()));
    }

    private byte[] certificate(byte[] subject, KeyPair pair, List<byte[]> extensions) {
        Instant now = Instant.now();
        byte[] body = Der.sequence(
                Der.tagged(0xa0, Der.integer(new byte[] {2})),
                Der.integer(new BigInteger(127, RANDOM).toByteArray()),
                ECDSA_WITH_SHA256,
                authorityName,
                Der.sequence(Der.time(now.minus(Duration.ofHours(1))), Der.time(now.plus(VALIDITY))),
                subject,
                pair.getPublic().getEncoded(),
                Der.tagged(0xa3, Der.sequence(extensions.toArray(byte[][]::new))));
        try {
            Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(authority.getPrivate());
            signature.update(body);
            return Der.sequence(body, ECDSA_WITH_SHA256, Der.bits(0, signature.sign()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] name(String commonName, @Nullable String organization) {
        byte[] common = Der.set(Der.sequence(Der.oid("2.5.4.3"), Der.utf8(commonName)));
        if (organization == null) {
            return Der.sequence(common);
        }
        return Der.sequence(Der.set(Der.sequence(Der.oid("2.5.4.10"), Der.utf8(organization))), common);
    }

    private static byte[] subjectAlternativeName(String host) {
        if (host.matches("[0-9.]+|.*:.*")) {
            return Der.tagged(0x87, InetAddress.ofLiteral(host).getAddress());
        }
        return Der.tagged(0x82, host.getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] extendedKeyUsage(String purpose) {
        return extension("2.5.29.37", false, Der.sequence(Der.oid(purpose)));
    }

    private static byte[] extension(String oid, boolean critical, byte[] value) {
        return critical
                ? Der.sequence(Der.oid(oid), Der.bool(true), Der.octets(value))
                : Der.sequence(Der.oid(oid), Der.octets(value));
    }

    private static KeyPair keyPair() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private Path write(String file, String type, byte[] content) {
        String pem = "-----BEGIN " + type + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content)
                + "\n-----END " + type + "-----\n";
        Path path = directory.resolve(file);
        try {
            Files.deleteIfExists(path);
            Files.createFile(path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(path, pem);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return path;
    }
}
