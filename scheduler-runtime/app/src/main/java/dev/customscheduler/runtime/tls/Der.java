package dev.customscheduler.runtime.tls;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * The few ASN.1 DER encodings (X.690) that a certificate and a key wrapper need. The JDK can read these but not write
 * them.
 */
final class Der {
    private static final DateTimeFormatter GENERALIZED =
            DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

    private Der() {}

    static byte[] tagged(int tag, byte[]... contents) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (byte[] content : contents) {
            body.writeBytes(content);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(tag);
        int length = body.size();
        if (length < 0x80) {
            out.write(length);
        } else {
            byte[] bytes = BigInteger.valueOf(length).toByteArray();
            int skip = bytes[0] == 0 ? 1 : 0;
            out.write(0x80 | (bytes.length - skip));
            out.write(bytes, skip, bytes.length - skip);
        }
        out.writeBytes(body.toByteArray());
        return out.toByteArray();
    }

    static byte[] sequence(byte[]... contents) {
        return tagged(0x30, contents);
    }

    static byte[] set(byte[]... contents) {
        return tagged(0x31, contents);
    }

    static byte[] integer(BigInteger value) {
        return tagged(0x02, value.toByteArray());
    }

    static byte[] octets(byte[] value) {
        return tagged(0x04, value);
    }

    static byte[] bits(byte[] value) {
        return tagged(0x03, new byte[] {0}, value);
    }

    static byte[] utf8(String value) {
        return tagged(0x0c, value.getBytes(StandardCharsets.UTF_8));
    }

    static byte[] time(Instant value) {
        return tagged(0x18, GENERALIZED.format(value).getBytes(StandardCharsets.US_ASCII));
    }

    static byte[] bool(boolean value) {
        return tagged(0x01, new byte[] {(byte) (value ? 0xff : 0)});
    }

    static byte[] nothing() {
        return tagged(0x05);
    }

    static byte[] oid(String dotted) {
        String[] arcs = dotted.split("\\.");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(Integer.parseInt(arcs[0]) * 40 + Integer.parseInt(arcs[1]));
        for (int i = 2; i < arcs.length; i++) {
            long arc = Long.parseLong(arcs[i]);
            int groups = 1;
            while (arc >> (7 * groups) != 0) {
                groups++;
            }
            for (int g = groups - 1; g >= 0; g--) {
                out.write((int) ((arc >> (7 * g)) & 0x7f) | (g > 0 ? 0x80 : 0));
            }
        }
        return tagged(0x06, out.toByteArray());
    }
}
