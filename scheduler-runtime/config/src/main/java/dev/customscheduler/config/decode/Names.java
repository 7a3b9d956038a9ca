package dev.customscheduler.config.decode;

import java.util.Collection;
import java.util.Optional;

/** Finds the name that somebody probably meant. */
public final class Names {
    private Names() {}

    /** The nearest of the known names, if any is near enough to be worth naming. */
    public static Optional<String> nearest(String name, Collection<String> known) {
        String best = "";
        int bestDistance = Integer.MAX_VALUE;
        for (String candidate : known) {
            int distance = distance(name, candidate);
            if (distance < bestDistance || (distance == bestDistance && candidate.compareTo(best) < 0)) {
                best = candidate;
                bestDistance = distance;
            }
        }
        return bestDistance <= Math.max(2, name.length() / 4) ? Optional.of(best) : Optional.empty();
    }

    /** {@code ; did you mean "x"?}, or nothing. */
    public static String didYouMean(String name, Collection<String> known) {
        return nearest(name, known)
                .map(near -> "; did you mean \"" + near + "\"?")
                .orElse("");
    }

    private static int distance(String a, String b) {
        String left = a.toLowerCase(java.util.Locale.ROOT);
        String right = b.toLowerCase(java.util.Locale.ROOT);
        if (left.length() > 200) {
            return Integer.MAX_VALUE;
        }
        if (left.length() >= 6 && right.length() >= 6 && (right.contains(left) || left.contains(right))) {
            return 1;
        }
        int[] previous = new int[right.length() + 1];
        for (int j = 0; j <= right.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= left.length(); i++) {
            int[] current = new int[right.length() + 1];
            current[0] = i;
            for (int j = 1; j <= right.length(); j++) {
                int substitution = previous[j - 1] + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(substitution, Math.min(previous[j], current[j - 1]) + 1);
            }
            previous = current;
        }
        return previous[right.length()];
    }
}
