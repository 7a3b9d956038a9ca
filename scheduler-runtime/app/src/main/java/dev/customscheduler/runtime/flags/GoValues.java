package dev.customscheduler.runtime.flags;

import java.math.BigDecimal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Go's spelling of booleans, integers and durations on a command line, with Go's own words when they are wrong. */
final class GoValues {
    private GoValues() {}

    /** A value, or why there is none in the words of Go's parser. */
    sealed interface Parsed<T> {
        record Value<T>(T value) implements Parsed<T> {}

        record Wrong<T>(String why) implements Parsed<T> {}
    }

    /** strconv.ParseBool: 1, t, T, TRUE, true, True and their opposites. */
    static Parsed<Boolean> bool(String text) {
        return switch (text) {
            case "1", "t", "T", "TRUE", "true", "True" -> new Parsed.Value<>(true);
            case "0", "f", "F", "FALSE", "false", "False" -> new Parsed.Value<>(false);
            default -> new Parsed.Wrong<>("strconv.ParseBool: parsing \"" + text + "\": invalid syntax");
        };
    }

    /** strconv.ParseInt for 32 bits, decimal. */
    static Parsed<Integer> integer(String text) {
        if (!text.matches("[+-]?[0-9]+")) {
            return new Parsed.Wrong<>("strconv.ParseInt: parsing \"" + text + "\": invalid syntax");
        }
        try {
            return new Parsed.Value<>(Integer.parseInt(text));
        } catch (NumberFormatException e) {
            return new Parsed.Wrong<>("strconv.ParseInt: parsing \"" + text + "\": value out of range");
        }
    }

    /** strconv.ParseFloat. */
    static Parsed<Double> decimal(String text) {
        try {
            return new Parsed.Value<>(Double.parseDouble(text));
        } catch (NumberFormatException e) {
            return new Parsed.Wrong<>("strconv.ParseFloat: parsing \"" + text + "\": invalid syntax");
        }
    }

    /** time.ParseDuration: a sign, then decimal numbers each with one of ns, us, µs, ms, s, m, h; or 0. */
    static Parsed<Duration> duration(String text) {
        String rest = text;
        boolean negative = rest.startsWith("-");
        if (negative || rest.startsWith("+")) {
            rest = rest.substring(1);
        }
        if (rest.equals("0")) {
            return new Parsed.Value<>(Duration.ZERO);
        }
        if (rest.isEmpty()) {
            return new Parsed.Wrong<>("time: invalid duration \"" + text + "\"");
        }
        BigDecimal nanos = BigDecimal.ZERO;
        int at = 0;
        while (at < rest.length()) {
            int number = at;
            while (at < rest.length() && (isDigit(rest.charAt(at)) || rest.charAt(at) == '.')) {
                at++;
            }
            String digits = rest.substring(number, at);
            if (!digits.matches("[0-9]+\\.?[0-9]*|\\.[0-9]+")) {
                return new Parsed.Wrong<>("time: invalid duration \"" + text + "\"");
            }
            int unit = at;
            while (at < rest.length() && rest.charAt(at) != '.' && !isDigit(rest.charAt(at))) {
                at++;
            }
            String name = rest.substring(unit, at);
            if (name.isEmpty()) {
                return new Parsed.Wrong<>("time: missing unit in duration \"" + text + "\"");
            }
            Long scale = unitNanos(name);
            if (scale == null) {
                return new Parsed.Wrong<>("time: unknown unit \"" + name + "\" in duration \"" + text + "\"");
            }
            String padded = digits.endsWith(".") ? digits + "0" : digits;
            nanos = nanos.add(new BigDecimal(padded).multiply(BigDecimal.valueOf(scale)));
        }
        if (nanos.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
            return new Parsed.Wrong<>("time: invalid duration \"" + text + "\"");
        }
        long total = nanos.longValue();
        return new Parsed.Value<>(Duration.ofNanos(negative ? -total : total));
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static @Nullable Long unitNanos(String unit) {
        return switch (unit) {
            case "ns" -> 1L;
            case "us", "\u00b5s", "\u03bcs" -> 1_000L;
            case "ms" -> 1_000_000L;
            case "s" -> 1_000_000_000L;
            case "m" -> 60_000_000_000L;
            case "h" -> 3_600_000_000_000L;
            default -> null;
        };
    }
}
