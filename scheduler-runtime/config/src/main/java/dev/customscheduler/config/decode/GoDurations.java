package dev.customscheduler.config.decode;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Durations as Go reads and writes them, such as {@code 1m30s} and {@code 1.5h}. */
public final class GoDurations {
    private static final Map<String, Long> UNITS = Map.of(
            "ns", 1L,
            "us", 1_000L,
            "\u00b5s", 1_000L,
            "\u03bcs", 1_000L,
            "ms", 1_000_000L,
            "s", 1_000_000_000L,
            "m", 60_000_000_000L,
            "h", 3_600_000_000_000L);

    private GoDurations() {}

    /** time.ParseDuration: empty if the text is no duration or longer than Go can hold (some 292 years). */
    public static Optional<Duration> parse(String text) {
        boolean signed = text.startsWith("-") || text.startsWith("+");
        String rest = signed ? text.substring(1) : text;
        if (rest.equals("0")) {
            return Optional.of(Duration.ZERO);
        }
        if (rest.isEmpty() || rest.length() > 200) {
            return Optional.empty();
        }
        BigInteger nanos = BigInteger.ZERO;
        int at = 0;
        while (at < rest.length()) {
            int whole = digits(rest, at);
            int end = whole;
            if (end < rest.length() && rest.charAt(end) == '.') {
                end = digits(rest, end + 1);
            }
            String number = rest.substring(at, end);
            int unitEnd = end;
            while (unitEnd < rest.length() && rest.charAt(unitEnd) != '.' && !isDigit(rest.charAt(unitEnd))) {
                unitEnd++;
            }
            Long unit = UNITS.get(rest.substring(end, unitEnd));
            if (number.isEmpty() || number.equals(".") || unit == null) {
                return Optional.empty();
            }
            BigDecimal value = new BigDecimal(number.startsWith(".") ? "0" + number : number);
            nanos = nanos.add(value.multiply(BigDecimal.valueOf(unit))
                    .setScale(0, RoundingMode.DOWN)
                    .toBigInteger());
            at = unitEnd;
        }
        BigInteger value = text.startsWith("-") ? nanos.negate() : nanos;
        return value.bitLength() < 64 ? Optional.of(Duration.ofSeconds(0).plus(toDuration(value))) : Optional.empty();
    }

    private static Duration toDuration(BigInteger nanos) {
        BigInteger[] parts = nanos.divideAndRemainder(BigInteger.valueOf(1_000_000_000));
        return Duration.ofSeconds(parts[0].longValue(), parts[1].longValue());
    }

    private static int digits(String text, int from) {
        int at = from;
        while (at < text.length() && isDigit(text.charAt(at))) {
            at++;
        }
        return at;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /** Go's Duration.String: {@code 0s}, {@code 1.5ms}, {@code 2m0s}, {@code 1h0m0s}. */
    public static String format(Duration duration) {
        BigInteger nanos = BigInteger.valueOf(duration.getSeconds())
                .multiply(BigInteger.valueOf(1_000_000_000))
                .add(BigInteger.valueOf(duration.getNano()));
        if (nanos.signum() == 0) {
            return "0s";
        }
        BigDecimal magnitude = new BigDecimal(nanos.abs());
        String sign = nanos.signum() < 0 ? "-" : "";
        if (nanos.abs().compareTo(BigInteger.valueOf(1_000_000_000)) < 0) {
            long value = nanos.abs().longValue();
            String unit = value < 1_000 ? "ns" : value < 1_000_000 ? "\u00b5s" : "ms";
            return sign + plain(magnitude.movePointLeft(value < 1_000 ? 0 : value < 1_000_000 ? 3 : 6)) + unit;
        }
        BigDecimal[] minutes = magnitude.divideAndRemainder(BigDecimal.valueOf(60_000_000_000L));
        String seconds = plain(minutes[1].movePointLeft(9)) + "s";
        long wholeMinutes = minutes[0].longValue();
        if (wholeMinutes == 0) {
            return sign + seconds;
        }
        String tail = wholeMinutes % 60 + "m" + seconds;
        return sign + (wholeMinutes < 60 ? tail : wholeMinutes / 60 + "h" + tail);
    }

    private static String plain(BigDecimal value) {
        return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
    }
}
