package dev.customscheduler.config.decode;

import dev.customscheduler.config.Finding;
import dev.customscheduler.config.Severity;
import dev.customscheduler.config.Source;
import dev.customscheduler.config.tree.Mark;
import dev.customscheduler.config.tree.Node;
import dev.customscheduler.config.tree.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Collects what there is to say about one document; positions are looked up at the end. */
public final class Findings {
    private record Raw(
            Severity severity,
            Path path,
            String message,
            @Nullable Mark mark) {}

    private final List<Raw> raw = new ArrayList<>();
    private List<String> decodeErrors = List.of();

    /** An error at that path. */
    public void error(Path path, String message) {
        add(new Raw(Severity.ERROR, path, message, null));
    }

    /** An error at that path whose place is not where the path leads, such as the second of two equal keys. */
    public void error(Path path, String message, Mark mark) {
        add(new Raw(Severity.ERROR, path, message, mark));
    }

    /**
     * A field that is required and missing; left out where the object has a field that could not be decoded, which it
     * probably is.
     */
    public void missing(Path path, String message) {
        String parent = path.parent().toString();
        if (decodeErrors.stream().noneMatch(error -> isWithin(error, parent))) {
            error(path, message);
        }
    }

    /** A warning at that path. */
    public void warning(Path path, String message) {
        add(new Raw(Severity.WARNING, path, message, null));
    }

    private void add(Raw finding) {
        String path = finding.path.toString();
        for (String error : decodeErrors) {
            if (isWithin(path, error) || isWithin(error, path)) {
                return;
            }
        }
        raw.add(finding);
    }

    private static boolean isWithin(String path, String outer) {
        if (!path.startsWith(outer)) {
            return false;
        }
        return path.length() == outer.length()
                || outer.isEmpty()
                || path.charAt(outer.length()) == '.'
                || path.charAt(outer.length()) == '[';
    }

    /**
     * Decoding is over: what is found from now on at or around a place that could not be decoded would only be its
     * consequence, and is left out.
     */
    public void decoded() {
        decodeErrors = raw.stream()
                .filter(finding -> finding.severity == Severity.ERROR)
                .map(finding -> finding.path.toString())
                .toList();
    }

    /** Whether anything refuses the document. */
    public boolean hasErrors() {
        return raw.stream().anyMatch(finding -> finding.severity == Severity.ERROR);
    }

    /** Everything, errors first, each once, with positions in that document. */
    public List<Finding> in(Node root, Source source) {
        Set<Finding> seen = new HashSet<>();
        List<Finding> out = new ArrayList<>();
        for (Raw finding : raw) {
            Mark mark = finding.mark == null ? finding.path.locate(root) : finding.mark;
            Finding placed = new Finding(
                    source.file(),
                    mark.line(),
                    mark.column(),
                    finding.severity,
                    finding.path.under(source.pathPrefix()),
                    finding.message);
            if (seen.add(placed)) {
                out.add(placed);
            }
        }
        out.sort(Comparator.comparing(Finding::severity)
                .thenComparingInt(Finding::line)
                .thenComparingInt(Finding::column));
        return out;
    }
}
