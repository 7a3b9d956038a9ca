package dev.customscheduler.engine.plugins;

/**
 * The natural logarithm as Go computes it on amd64: the argument's fraction between sqrt(1/2) and sqrt(2), a polynomial
 * in s = f/(2+f), the exponent times ln 2 in two parts. Java's own differs in the last bit for some arguments, which
 * can move a rounded score by one.
 */
@SuppressWarnings("FloatingPointLiteralPrecision") // Go's own digits
final class GoLog {
    private static final double LN2_HIGH = 6.93147180369123816490e-01;
    private static final double LN2_LOW = 1.90821492927058770002e-10;
    private static final double[] L = {
        6.666666666666735130e-01,
        3.999999999940941908e-01,
        2.857142874366239149e-01,
        2.222219843214978396e-01,
        1.818357216161805012e-01,
        1.531383769920937332e-01,
        1.479819860511658591e-01
    };

    private GoLog() {}

    /** The logarithm of a positive, finite {@code x}. */
    static double log(double x) {
        int exponent = Math.getExponent(x) + 1;
        double fraction = Math.scalb(x, -exponent);
        if (fraction < 7.07106781186547524401e-01) {
            fraction *= 2;
            exponent--;
        }
        double f = fraction - 1;
        double k = exponent;
        double s = f / (2 + f);
        double s2 = s * s;
        double s4 = s2 * s2;
        double odd = s2 * (L[0] + s4 * (L[2] + s4 * (L[4] + s4 * L[6])));
        double even = s4 * (L[1] + s4 * (L[3] + s4 * L[5]));
        double r = odd + even;
        double half = 0.5 * f * f;
        return k * LN2_HIGH - ((half - (s * (half + r) + k * LN2_LOW)) - f);
    }
}
