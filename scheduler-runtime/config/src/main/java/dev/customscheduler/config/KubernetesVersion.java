package dev.customscheduler.config;

import java.util.Optional;

/**
 * A minor version of Kubernetes 1.
 *
 * @param minor 37 for 1.37
 */
public record KubernetesVersion(int minor) implements Comparable<KubernetesVersion> {
    /** The oldest version that configurations are judged for. */
    public static final KubernetesVersion OLDEST = new KubernetesVersion(25);

    /** The newest version known. */
    public static final KubernetesVersion NEWEST = new KubernetesVersion(37);

    /**
     * Reads {@code 1.37}, {@code v1.37} or {@code 1.37.2}.
     *
     * @return empty if it is none of these or not between {@link #OLDEST} and {@link #NEWEST}
     */
    public static Optional<KubernetesVersion> parse(String text) {
        String version = text.startsWith("v") ? text.substring(1) : text;
        String[] parts = version.split("\\.", -1);
        if (parts.length < 2 || parts.length > 3 || !parts[0].equals("1") || !parts[1].matches("[0-9]{1,3}")) {
            return Optional.empty();
        }
        if (parts.length == 3 && !parts[2].matches("[0-9]{1,4}([-+].*)?")) {
            return Optional.empty();
        }
        KubernetesVersion parsed = new KubernetesVersion(Integer.parseInt(parts[1]));
        return parsed.compareTo(OLDEST) < 0 || parsed.compareTo(NEWEST) > 0 ? Optional.empty() : Optional.of(parsed);
    }

    /** Whether this is 1.{@code minor} or later. */
    public boolean atLeast(int minor) {
        return this.minor >= minor;
    }

    @Override
    public int compareTo(KubernetesVersion other) {
        return Integer.compare(minor, other.minor);
    }

    /** {@code 1.37}. */
    @Override
    public String toString() {
        return "1." + minor;
    }
}
