package dev.customscheduler.framework.model;

/** Kubernetes' resource names and which of them scheduling counts. */
public final class ResourceNames {
    /** CPU, counted in thousandths of a core. */
    public static final String CPU = "cpu";
    /** Memory, in bytes. */
    public static final String MEMORY = "memory";
    /** Local ephemeral storage, in bytes. */
    public static final String EPHEMERAL_STORAGE = "ephemeral-storage";
    /** The number of pods. */
    public static final String PODS = "pods";
    /** What the names of huge page resources begin with. */
    public static final String HUGE_PAGES_PREFIX = "hugepages-";

    private ResourceNames() {}

    /** Whether {@code name} is a resource of somebody's own domain, such as {@code example.com/gpu}. */
    public static boolean isExtended(String name) {
        return name.indexOf('/') >= 0
                && !isPrefixedNative(name)
                && !name.startsWith("requests.")
                && isQualified("requests." + name);
    }

    /** Whether {@code name} is counted beside CPU, memory, ephemeral storage and pods. */
    public static boolean isScalar(String name) {
        return isExtended(name)
                || name.startsWith(HUGE_PAGES_PREFIX)
                || isPrefixedNative(name)
                || name.startsWith("attachable-volumes-");
    }

    /** Whether a pod may request {@code name} for all its containers together. */
    public static boolean isPodLevel(String name) {
        return name.equals(CPU) || name.equals(MEMORY) || name.startsWith(HUGE_PAGES_PREFIX);
    }

    private static boolean isPrefixedNative(String name) {
        return name.contains("kubernetes.io/");
    }

    /**
     * Kubernetes' qualified names: an optional DNS subdomain and a slash, then up to 63 letters, digits, '-', '_', '.'.
     */
    static boolean isQualified(String name) {
        int slash = name.indexOf('/');
        if (slash >= 0 && (name.indexOf('/', slash + 1) >= 0 || !isSubdomain(name.substring(0, slash)))) {
            return false;
        }
        String local = name.substring(slash + 1);
        if (local.isEmpty() || local.length() > 63) {
            return false;
        }
        for (int i = 0; i < local.length(); i++) {
            char c = local.charAt(i);
            boolean inner = i > 0 && i < local.length() - 1;
            if (!isAlphanumeric(c) && !(inner && (c == '-' || c == '_' || c == '.'))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isSubdomain(String s) {
        if (s.isEmpty() || s.length() > 253) {
            return false;
        }
        char before = '.';
        for (int i = 0; i <= s.length(); i++) {
            char c = i < s.length() ? s.charAt(i) : '.';
            boolean edge = before == '.';
            if (c == '.' ? edge || before == '-' : c == '-' ? edge : !isLowerAlphanumeric(c)) {
                return false;
            }
            before = c;
        }
        return true;
    }

    private static boolean isLowerAlphanumeric(char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    }

    private static boolean isAlphanumeric(char c) {
        return isLowerAlphanumeric(c) || (c >= 'A' && c <= 'Z');
    }
}
