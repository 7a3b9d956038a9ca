package dev.customscheduler.manifests;

import dev.customscheduler.config.Finding;
import dev.customscheduler.config.Severity;
import java.util.ArrayList;
import java.util.List;

/** Collects what there is to say about a resource, by path from its root. */
final class Findings {
    private final List<Finding> errors = new ArrayList<>();
    private final List<Finding> warnings = new ArrayList<>();

    void error(String path, String message) {
        errors.add(new Finding("", 0, 0, Severity.ERROR, path, message));
    }

    void warning(String path, String message) {
        warnings.add(new Finding("", 0, 0, Severity.WARNING, path, message));
    }

    void addAll(List<Finding> findings) {
        for (Finding finding : findings) {
            (finding.severity() == Severity.ERROR ? errors : warnings).add(finding);
        }
    }

    boolean hasErrors() {
        return !errors.isEmpty();
    }

    List<Finding> warnings() {
        return List.copyOf(warnings);
    }

    /** Errors first. */
    List<Finding> all() {
        List<Finding> all = new ArrayList<>(errors);
        all.addAll(warnings);
        return all;
    }
}
