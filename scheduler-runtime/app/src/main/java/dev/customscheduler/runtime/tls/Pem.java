package dev.customscheduler.runtime.tls;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Certificates and private keys in PEM (RFC 7468): PKCS#8, and the PKCS#1 and SEC 1 forms that kubeadm and openssl
 * write.
 */
public final class Pem {
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----\\s*([A-Za-z0-9+/=\\s]+?)-----END \\1-----");
    private static final List<String> ALGORITHMS = List.of("EC", "RSA", "EdDSA");

    private Pem() {}

    /**
     * All certificates of a file, in its order.
     *
     * @throws GeneralSecurityException where there is none, or one that does not parse
     */
    public static List<X509Certificate> certificates(byte[] pem) throws GeneralSecurityException {
        CertificateFactory factory = CertificateFactory.getInstance("X.509");
        List<X509Certificate> certificates = new ArrayList<>();
        Matcher block = BLOCK.matcher(new String(pem, StandardCharsets.ISO_8859_1));
        while (block.find()) {
            if (block.group(1).equals("CERTIFICATE")) {
                byte[] der = Base64.getMimeDecoder().decode(block.group(2));
                certificates.add((X509Certificate) factory.generateCertificate(new ByteArrayInputStream(der)));
            }
        }
        if (certificates.isEmpty()) {
            throw new CertificateException("no PEM block of type CERTIFICATE");
        }
        return certificates;
    }

    /**
     * The first private key of a file. The message of a failure never contains any of the key.
     *
     * @throws GeneralSecurityException where there is no unencrypted key of a known form
     */
    public static PrivateKey privateKey(byte[] pem) throws GeneralSecurityException {
        Matcher block = BLOCK.matcher(new String(pem, StandardCharsets.ISO_8859_1));
        while (block.find()) {
            String type = block.group(1);
            if (!type.endsWith("PRIVATE KEY")) {
                continue;
            }
            byte[] der = Base64.getMimeDecoder().decode(block.group(2));
            return switch (type) {
                case "PRIVATE KEY" -> pkcs8(der);
                case "RSA PRIVATE KEY" ->
                    pkcs8(wrap(Der.sequence(Der.oid("1.2.840.113549.1.1.1"), Der.nothing()), der));
                case "EC PRIVATE KEY" -> pkcs8(wrap(Der.sequence(Der.oid("1.2.840.10045.2.1"), curveOf(der)), der));
                default -> throw new InvalidKeySpecException("a PEM block of type " + type + " is not supported");
            };
        }
        throw new InvalidKeySpecException("no PEM block of type PRIVATE KEY");
    }

    private static byte[] wrap(byte[] algorithm, byte[] key) {
        return Der.sequence(Der.integer(BigInteger.ZERO), algorithm, Der.octets(key));
    }

    private static PrivateKey pkcs8(byte[] der) throws GeneralSecurityException {
        for (String algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(der));
            } catch (InvalidKeySpecException e) {
                continue;
            }
        }
        throw new InvalidKeySpecException("the private key is neither EC nor RSA nor EdDSA");
    }

    /** SEC 1 names the curve inside the key, as [0] EXPLICIT OBJECT IDENTIFIER; PKCS#8 wants it outside. */
    private static byte[] curveOf(byte[] sec1) throws InvalidKeySpecException {
        for (int i = 0; i + 3 < sec1.length; i++) {
            if ((sec1[i] & 0xff) == 0xa0 && sec1[i + 2] == 0x06 && sec1[i + 1] == sec1[i + 3] + 2) {
                byte[] oid = new byte[sec1[i + 3] + 2];
                System.arraycopy(sec1, i + 2, oid, 0, oid.length);
                return oid;
            }
        }
        throw new InvalidKeySpecException("the EC key does not name its curve");
    }

    /** One PEM block. */
    static String encode(String type, byte[] der) {
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
        return "-----BEGIN " + type + "-----\n" + body + "\n-----END " + type + "-----\n";
    }
}
