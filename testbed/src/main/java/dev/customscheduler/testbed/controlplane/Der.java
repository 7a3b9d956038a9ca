package dev.customscheduler.testbed.controlplane;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** The few DER encodings (ITU-T X.690) that a certificate consists of. */
final class Der {
    private static final DateTimeFormatter GENERALIZED_TIME =
            DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

    private Der() {}

    static byte[] tagged(int tag, byte[]... parts) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        int length = content.size();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(tag);
        if (length < 0x80) {
            out.write(length);
        } else if (length < 0x100) {
            out.write(0x81);
            out.write(length);
        } else {
            out.write(0x82);
            out.write(length >> 8);
            out.write(length);
        }
        out.writeBytes(content.toByteArray());
        return out.toByteArray();
    }

    static byte[] sequence(byte[]... parts) {
        return tagged(0x30, parts);
    }

    static byte[] set(byte[]... parts) {
        return tagged(0x31, parts);
    }

    static byte[] integer(byte[] twosComplement) {
        return tagged(0x02, twosComplement);
    }

    static byte[] bool(boolean value) {
        return tagged(0x01, new byte[] {(byte) (value ? 0xff : 0)});
    }

    static byte[] octets(byte[] value) {
        return tagged(0x04, value);
    }

    static byte[] bits(int unused, byte[] value) {
        return tagged(0x03, new byte[] {(byte) unused}, value);
    }

    static byte[] utf8(String value) {
        return tagged(0x0c, value.getBytes(StandardCharsets.UTF_8));
    }

    static byte[] time(Instant value) {
        return tagged(0x18, GENERALIZED_TIME.format(value).getBytes(StandardCharsets.US_ASCII));
    }

    /** An object identifier in dotted form. */
    static byte[] oid(String dotted) {
        String[] arcs = dotted.split("\\.");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(Integer.parseInt(arcs[0]) * 40 + Integer.parseInt(arcs[1]));
        for (int i = 2; i < arcs.length; i++) {
            int arc = Integer.parseInt(arcs[i]);
            for (int shift = 28; shift > 0; shift -= 7) {
                if (arc >>> shift != 0) {
                    out.write(0x80 | (arc >>> shift & 0x7f));
                }
            }
            out.write(arc & 0x7f);
        }
        return tagged(0x06, out.toByteArray());
    }
}
