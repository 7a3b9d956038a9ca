package dev.customscheduler.config.validation;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Looks into PEM texts given in base64. */
final class Pem {
    private static final Pattern CERTIFICATE =
            Pattern.compile("-----BEGIN CERTIFICATE-----\\s([A-Za-z0-9+/=\\s]+)-----END CERTIFICATE-----");
    private static final Pattern PRIVATE_KEY =
            Pattern.compile("-----BEGIN ([A-Z0-9]+ )?PRIVATE KEY-----\\s[^-]+-----END ([A-Z0-9]+ )?PRIVATE KEY-----");

    private Pem() {}

    static boolean hasCertificate(String base64) {
        Matcher blocks = CERTIFICATE.matcher(text(base64));
        while (blocks.find()) {
            if (isCertificate(blocks.group(1))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isCertificate(String block) {
        try {
            byte[] der = Base64.getMimeDecoder().decode(block);
            CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der));
            return true;
        } catch (CertificateException | IllegalArgumentException none) {
            return false;
        }
    }

    static boolean hasPrivateKey(String base64) {
        return PRIVATE_KEY.matcher(text(base64)).find();
    }

    private static String text(String base64) {
        return new String(Base64.getDecoder().decode(base64), StandardCharsets.ISO_8859_1);
    }
}
