package dev.customscheduler.cli.migrate;

import dev.customscheduler.cli.validate.InputFile;
import dev.customscheduler.config.ConfigurationReader;
import dev.customscheduler.config.Finding;
import dev.customscheduler.config.KubernetesVersion;
import dev.customscheduler.config.Severity;
import dev.customscheduler.config.Source;
import dev.customscheduler.config.Target;
import dev.customscheduler.config.catalog.ApiVersion;
import dev.customscheduler.config.decode.DuplicateKeys;
import dev.customscheduler.config.decode.Findings;
import dev.customscheduler.config.tree.Document;
import dev.customscheduler.config.tree.Documents;
import dev.customscheduler.config.tree.MappingNode;
import dev.customscheduler.config.tree.Path;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Migrates every configuration of a file and judges the outcome. */
final class Migrator {
    /**
     * The outcome.
     *
     * @param text the converted file; empty if something cannot be carried over
     * @param findings notes as warnings, and errors
     */
    record Result(String text, List<Finding> findings) {}

    private Migrator() {}

    static Result migrate(InputFile file) {
        String text = new String(file.bytes(), StandardCharsets.UTF_8);
        int mark = text.startsWith("\uFEFF") ? 1 : 0;
        TextEdits edits = new TextEdits(text.substring(mark));
        List<Finding> findings = new ArrayList<>();
        Source source = Source.file(file.name());
        boolean found = false;
        for (Document document : Documents.all(file.bytes())) {
            if (document.root() == null) {
                Document.Problem problem = document.problem();
                findings.add(new Finding(
                        file.name(),
                        problem == null ? 0 : problem.mark().line(),
                        problem == null ? 0 : problem.mark().column(),
                        Severity.ERROR,
                        "",
                        problem == null ? "cannot be read" : problem.message()));
                return new Result("", findings);
            }
            if (document.root() instanceof MappingNode root) {
                Optional<ApiVersion> api =
                        Optional.ofNullable(root.string("apiVersion")).flatMap(ApiVersion::of);
                found |= api.isPresent();
                if (api.isPresent() && api.get() != ApiVersion.V1) {
                    Findings own = new Findings();
                    new DuplicateKeys(own).report(root, Path.ROOT);
                    new Migration(root, api.get(), edits, own).run();
                    findings.addAll(own.in(root, source));
                }
            }
        }
        if (!found) {
            findings.add(new Finding(
                    file.name(),
                    1,
                    1,
                    Severity.ERROR,
                    "",
                    "there is no KubeSchedulerConfiguration of v1beta2 or v1beta3 here"));
        }
        if (findings.stream().anyMatch(finding -> finding.severity() == Severity.ERROR)) {
            return new Result("", findings);
        }
        return judged(edits.apply(), findings, source);
    }

    /** What is wrong with the outcome was wrong before: it is said, and the outcome is printed all the same. */
    private static Result judged(String migrated, List<Finding> notes, Source source) {
        List<Finding> findings = new ArrayList<>(notes);
        ConfigurationReader.read(
                        migrated.getBytes(StandardCharsets.UTF_8),
                        new Source(source.file() + " (migrated)", ""),
                        Target.kubeScheduler(KubernetesVersion.NEWEST))
                .findings()
                .stream()
                .filter(finding -> finding.severity() == Severity.ERROR)
                .forEach(findings::add);
        return new Result(migrated, findings);
    }
}
