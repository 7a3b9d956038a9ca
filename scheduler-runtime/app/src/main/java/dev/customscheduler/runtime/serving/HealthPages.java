package dev.customscheduler.runtime.serving;

import dev.customscheduler.runtime.logging.Klog;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A group of checks at one path, with kube-scheduler's answers: {@code ok}, a line a check with {@code ?verbose} or
 * when one fails, {@code ?exclude=name}. Anyone may read these, so they do not say why a check fails; {@code path/name}
 * does, to those who are allowed.
 */
final class HealthPages {
    private static final Klog LOG = Klog.of("healthz");

    private final String name;
    private final List<HealthCheck> checks;

    HealthPages(String name, List<HealthCheck> checks) {
        this.name = name;
        this.checks = checks.isEmpty() ? List.of(HealthCheck.PING) : List.copyOf(checks);
    }

    /** The answer for the whole group. */
    Page all(@Nullable String query) {
        Set<String> excluded = excluded(query);
        StringBuilder lines = new StringBuilder();
        StringBuilder failures = new StringBuilder();
        for (HealthCheck check : checks) {
            if (excluded.remove(check.name())) {
                lines.append("[+]").append(check.name()).append(" excluded: ok\n");
                continue;
            }
            String problem = check.problem().get();
            if (problem == null) {
                lines.append("[+]").append(check.name()).append(" ok\n");
            } else {
                lines.append("[-]").append(check.name()).append(" failed: reason withheld\n");
                failures.append(check.name()).append(": ").append(problem).append("; ");
            }
        }
        if (!excluded.isEmpty()) {
            lines.append("warn: some health checks cannot be excluded: no matches for ")
                    .append(excluded)
                    .append('\n');
        }
        if (!failures.isEmpty()) {
            if (LOG.v(2)) {
                LOG.info("check failed", "endpoint", name, "checks", failures);
            }
            return Page.text(500, lines + name + " check failed\n");
        }
        return verbose(query) ? Page.text(200, lines + name + " check passed\n") : Page.text(200, "ok");
    }

    /** The answer for one check, or null where there is none of this name. */
    @Nullable
    Page one(String checkName) {
        for (HealthCheck check : checks) {
            if (check.name().equals(checkName)) {
                String problem = check.problem().get();
                return problem == null
                        ? Page.text(200, "ok")
                        : Page.text(500, "internal server error: " + problem + "\n");
            }
        }
        return null;
    }

    private static boolean verbose(@Nullable String query) {
        for (String part : parts(query)) {
            if (part.equals("verbose") || part.startsWith("verbose=")) {
                return true;
            }
        }
        return false;
    }

    private static Set<String> excluded(@Nullable String query) {
        Set<String> names = new LinkedHashSet<>();
        for (String part : parts(query)) {
            if (part.startsWith("exclude=")) {
                names.add(URLDecoder.decode(part.substring("exclude=".length()), StandardCharsets.UTF_8));
            }
        }
        return names;
    }

    private static String[] parts(@Nullable String query) {
        return query == null ? new String[0] : query.split("&");
    }
}
