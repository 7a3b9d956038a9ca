package dev.customscheduler.config.validation;

import java.util.Optional;
import java.util.regex.Pattern;

/** Kubernetes' rules for names of labels and resources. */
public final class KubernetesNames {
    private static final Pattern NAME = Pattern.compile("([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]");
    private static final Pattern SUBDOMAIN =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

    private KubernetesNames() {}

    /** Why this is no qualified name (a label key such as {@code example.com/name}); empty if it is one. */
    public static Optional<String> qualifiedNameProblem(String value) {
        String[] parts = value.split("/", -1);
        if (parts.length > 2) {
            return Optional.of(
                    "must be a name with an optional DNS subdomain and one '/' before it, such as example.com/name");
        }
        String name = parts[parts.length - 1];
        if (parts.length == 2) {
            if (parts[0].isEmpty()) {
                return Optional.of("the part before '/' must not be empty");
            }
            if (parts[0].length() > 253 || !SUBDOMAIN.matcher(parts[0]).matches()) {
                return Optional.of(
                        "the part before '/' must be a DNS subdomain of at most 253 characters, such as example.com");
            }
        }
        if (name.isEmpty()) {
            return Optional.of("the name must not be empty");
        }
        if (name.length() > 63 || !NAME.matcher(name).matches()) {
            return Optional.of(
                    "the name must be at most 63 letters, digits, '-', '_' or '.', and begin and end with a letter or digit");
        }
        return Optional.empty();
    }

    /** Whether this is a label's value. */
    public static boolean isLabelValue(String value) {
        return value.isEmpty() || (value.length() <= 63 && NAME.matcher(value).matches());
    }

    /** Whether a qualified name is that of an extended resource: it has a domain, and not Kubernetes' own. */
    public static boolean isExtendedResource(String name) {
        return name.contains("/")
                && !name.contains("kubernetes.io/")
                && !name.startsWith("requests.")
                && qualifiedNameProblem("requests." + name).isEmpty();
    }
}
