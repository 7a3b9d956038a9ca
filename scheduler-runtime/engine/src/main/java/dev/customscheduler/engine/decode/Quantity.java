package dev.customscheduler.engine.decode;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * Kubernetes' resource quantities: a decimal number with a suffix such as {@code m}, {@code k}, {@code Gi} or
 * {@code e3}.
 */
public final class Quantity {
    private static final BigDecimal MAX = BigDecimal.valueOf(Long.MAX_VALUE);

    private Quantity() {}

    /**
     * The quantity in whole units, fractions rounded up (away from zero), limited to what a long holds.
     *
     * @throws NumberFormatException where {@code text} is no quantity
     */
    public static long units(String text) {
        return scaled(text, 0);
    }

    /**
     * The quantity in thousandths, fractions rounded up (away from zero), limited to what a long holds.
     *
     * @throws NumberFormatException where {@code text} is no quantity
     */
    public static long thousandths(String text) {
        return scaled(text, 3);
    }

    private static long scaled(String text, int digits) {
        int n = text.length();
        int end = n;
        while (end > 0 && !isNumberPart(text.charAt(end - 1))) {
            end--;
        }
        String suffix = text.substring(end);
        String number = text.substring(0, end);
        if (end <= 15
                && suffix.isEmpty()
                && number.indexOf('.') < 0
                && number.indexOf('e') < 0
                && number.indexOf('E') < 0) {
            return Math.multiplyExact(Long.parseLong(number), digits == 3 ? 1000L : 1L);
        }
        BigDecimal value = new BigDecimal(number).multiply(factor(suffix, text)).movePointRight(digits);
        value = value.setScale(0, RoundingMode.UP);
        if (value.abs().compareTo(MAX) > 0) {
            return value.signum() < 0 ? -Long.MAX_VALUE : Long.MAX_VALUE;
        }
        return value.longValueExact();
    }

    /**
     * Also an exponent belongs to the number; a lone E at the end is a suffix, which the loop above does not reach from
     * behind.
     */
    private static boolean isNumberPart(char c) {
        return (c >= '0' && c <= '9') || c == '.';
    }

    private static BigDecimal factor(String suffix, String text) {
        return switch (suffix) {
            case "" -> BigDecimal.ONE;
            case "n" -> BigDecimal.valueOf(1, 9);
            case "u" -> BigDecimal.valueOf(1, 6);
            case "m" -> BigDecimal.valueOf(1, 3);
            case "k" -> BigDecimal.valueOf(1, -3);
            case "M" -> BigDecimal.valueOf(1, -6);
            case "G" -> BigDecimal.valueOf(1, -9);
            case "T" -> BigDecimal.valueOf(1, -12);
            case "P" -> BigDecimal.valueOf(1, -15);
            case "E" -> BigDecimal.valueOf(1, -18);
            case "Ki" -> binary(10);
            case "Mi" -> binary(20);
            case "Gi" -> binary(30);
            case "Ti" -> binary(40);
            case "Pi" -> binary(50);
            case "Ei" -> binary(60);
            default -> throw new NumberFormatException("\"" + text + "\" is not a quantity");
        };
    }

    private static BigDecimal binary(int bits) {
        return new BigDecimal(BigInteger.ONE.shiftLeft(bits));
    }
}
