package dev.customscheduler.runtime.metrics;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Writes samples in Prometheus' text format 0.0.4. */
public final class TextFormat {
    /** The content type of the format. */
    public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final StringBuilder out = new StringBuilder(64 * 1024);

    /** Begins a family. */
    void family(String name, String help, String type) {
        out.append("# HELP ").append(name).append(' ').append(help).append('\n');
        out.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    }

    /**
     * One sample.
     *
     * @param labels names and values in turn
     */
    void sample(String name, List<String> labels, double value) {
        out.append(name);
        if (!labels.isEmpty()) {
            out.append('{');
            for (int i = 0; i < labels.size(); i += 2) {
                if (i > 0) {
                    out.append(',');
                }
                out.append(labels.get(i)).append("=\"");
                escape(labels.get(i + 1));
                out.append('"');
            }
            out.append('}');
        }
        out.append(' ');
        number(value);
        out.append('\n');
    }

    private void escape(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '\\' -> out.append("\\\\");
                case '"' -> out.append("\\\"");
                case '\n' -> out.append("\\n");
                default -> out.append(c);
            }
        }
    }

    private void number(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            out.append((long) value);
        } else if (Double.isInfinite(value)) {
            out.append(value > 0 ? "+Inf" : "-Inf");
        } else {
            out.append(value);
        }
    }

    /** A bucket's bound as Go prints it: the shortest digits, with an exponent below -4 and from 6. */
    static String bound(double value) {
        BigDecimal shortest = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        int power = shortest.precision() - shortest.scale() - 1;
        if (power >= -4 && power < 6) {
            return shortest.toPlainString();
        }
        String digits = shortest.movePointLeft(power).stripTrailingZeros().toPlainString();
        return digits + (power < 0 ? "e-" : "e+") + (Math.abs(power) < 10 ? "0" : "") + Math.abs(power);
    }

    /** What was written. */
    public byte[] bytes() {
        return out.toString().getBytes(StandardCharsets.UTF_8);
    }
}
