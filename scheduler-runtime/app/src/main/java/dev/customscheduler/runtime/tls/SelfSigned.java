package dev.customscheduler.runtime.tls;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * A self-signed serving certificate (RFC 5280) on P-256, for when none is given: valid a year, for the names asked for.
 */
public final class SelfSigned {
    private static final SecureRandom RANDOM = new SecureRandom();

    private SelfSigned() {}

    /**
     * Makes a key and its certificate.
     *
     * @param host the DNS name, also the subject
     * @param addresses more names, as IP addresses
     * @param now the moment from which the year is counted; an hour before it the certificate is valid already
     */
    public static Identity create(String host, List<InetAddress> addresses, Instant now)
            throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"), RANDOM);
        KeyPair pair = generator.generateKeyPair();
        byte[] algorithm = Der.sequence(Der.oid("1.2.840.10045.4.3.2"));
        byte[] name =
                Der.sequence(Der.set(Der.sequence(Der.oid("2.5.4.3"), Der.utf8(host + "@" + now.getEpochSecond()))));
        byte[] toBeSigned = Der.sequence(
                Der.tagged(0xa0, Der.integer(BigInteger.TWO)),
                Der.integer(new BigInteger(63, RANDOM).add(BigInteger.ONE)),
                algorithm,
                name,
                Der.sequence(Der.time(now.minus(1, ChronoUnit.HOURS)), Der.time(now.plus(365, ChronoUnit.DAYS))),
                name,
                pair.getPublic().getEncoded(),
                Der.tagged(0xa3, extensions(host, addresses)));
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(pair.getPrivate());
        signature.update(toBeSigned);
        byte[] certificate = Der.sequence(toBeSigned, algorithm, Der.bits(signature.sign()));
        X509Certificate parsed = (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(certificate));
        return new Identity(pair.getPrivate(), List.of(parsed));
    }

    private static byte[] extensions(String host, List<InetAddress> addresses) {
        List<byte[]> names = new ArrayList<>();
        names.add(Der.tagged(0x82, host.getBytes(StandardCharsets.US_ASCII)));
        for (InetAddress address : addresses) {
            names.add(Der.tagged(0x87, address.getAddress()));
        }
        byte[] digitalSignatureAndCertSign = {0x03, 0x02, 0x02, (byte) 0x84};
        return Der.sequence(
                extension("2.5.29.19", true, Der.sequence(Der.bool(true))),
                extension("2.5.29.15", true, digitalSignatureAndCertSign),
                extension("2.5.29.37", false, Der.sequence(Der.oid("1.3.6.1.5.5.7.3.1"))),
                extension("2.5.29.17", false, Der.sequence(names.toArray(byte[][]::new))));
    }

    private static byte[] extension(String oid, boolean critical, byte[] value) {
        return critical
                ? Der.sequence(Der.oid(oid), Der.bool(true), Der.octets(value))
                : Der.sequence(Der.oid(oid), Der.octets(value));
    }
}
