package dev.customscheduler.config.tree;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** Numbers as Go reads and writes them. */
public final class GoNumbers {
    private static final BigInteger MAX_UNSIGNED = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);

    private GoNumbers() {}

    /**
     * Go's encoding/json form of a finite double: no exponent between 1e-6 and 1e21, the shortest digits that read
     * back.
     */
    public static String format(double value) {
        if (value == 0) {
            return 1 / value < 0 ? "-0" : "0";
        }
        double magnitude = Math.abs(value);
        BigDecimal shortest = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        if (magnitude >= 1e-6 && magnitude < 1e21) {
            return shortest.toPlainString();
        }
        String digits = shortest.unscaledValue().abs().toString();
        int exponent = digits.length() - 1 - shortest.scale();
        StringBuilder out = new StringBuilder(value < 0 ? "-" : "").append(digits.charAt(0));
        if (digits.length() > 1) {
            out.append('.').append(digits, 1, digits.length());
        }
        out.append('e').append(exponent < 0 ? '-' : '+');
        if (exponent > -10 && exponent < 0) {
            return out.append(-exponent).toString();
        }
        return out.append(Math.abs(exponent)).toString();
    }

    /** Whether a JSON literal is digits with an optional minus, which is all that Go's decoder takes for an integer. */
    public static boolean isInteger(String literal) {
        int from = literal.startsWith("-") ? 1 : 0;
        for (int i = from; i < literal.length(); i++) {
            if (literal.charAt(i) < '0' || literal.charAt(i) > '9') {
                return false;
            }
        }
        return literal.length() > from;
    }

    /**
     * strconv.ParseInt and ParseUint with base 0 in 64 bits; underscores are to be removed before. Null if it is none.
     */
    static @Nullable BigInteger parseInteger(String text) {
        boolean signed = text.startsWith("-") || text.startsWith("+");
        String digits = signed ? text.substring(1) : text;
        int radix = 10;
        if (digits.length() > 1 && digits.charAt(0) == '0') {
            char base = Character.toLowerCase(digits.charAt(1));
            if (base == 'x' || base == 'b' || base == 'o') {
                radix = base == 'x' ? 16 : base == 'b' ? 2 : 8;
                digits = digits.substring(2);
            } else {
                radix = 8;
                digits = digits.substring(1);
            }
        }
        if (digits.isEmpty() || digits.length() > 64) {
            return null;
        }
        for (int i = 0; i < digits.length(); i++) {
            if (digits.charAt(i) > 'z' || Character.digit(digits.charAt(i), radix) < 0) {
                return null;
            }
        }
        BigInteger magnitude = new BigInteger(digits, radix);
        BigInteger value = text.startsWith("-") ? magnitude.negate() : magnitude;
        boolean fits = value.bitLength() < 64 || (!signed && value.compareTo(MAX_UNSIGNED) <= 0);
        return fits ? value : null;
    }
}
