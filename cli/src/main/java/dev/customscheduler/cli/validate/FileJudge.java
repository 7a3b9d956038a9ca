package dev.customscheduler.cli.validate;

import dev.customscheduler.config.ConfigurationReader;
import dev.customscheduler.config.Finding;
import dev.customscheduler.config.KubeSchedulerConfiguration;
import dev.customscheduler.config.KubernetesVersion;
import dev.customscheduler.config.Severity;
import dev.customscheduler.config.Source;
import dev.customscheduler.config.Target;
import dev.customscheduler.config.tree.Document;
import dev.customscheduler.config.tree.Documents;
import dev.customscheduler.config.tree.MappingNode;
import dev.customscheduler.config.tree.Mark;
import dev.customscheduler.config.tree.Node;
import dev.customscheduler.config.tree.SequenceNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the configurations in a file, be they bare, in a ConfigMap, in a CustomScheduler or in a List of these, and
 * judges each.
 */
final class FileJudge {
    private final InputFile file;
    private final Target target;
    private final CustomSchedulerJudge customSchedulers;
    private final List<Finding> findings = new ArrayList<>();
    private int judged;

    FileJudge(InputFile file, Target target, KubernetesVersion version) {
        this.file = file;
        this.target = target;
        this.customSchedulers = new CustomSchedulerJudge(file.name(), version);
    }

    List<Finding> judge() {
        List<Document> documents = Documents.all(file.bytes());
        boolean firstIsBare = documents.getFirst().root() != null
                && isBare(documents.getFirst().root());
        for (Document document : documents) {
            customSchedulers.remember(document.root());
        }
        for (int i = 0; i < documents.size(); i++) {
            Document document = documents.get(i);
            Node root = document.root();
            if (root == null) {
                broken(document.problem(), i > 0 && firstIsBare);
            } else if (isBare(root) || (documents.size() == 1 && !isOtherKind(root))) {
                if (i > 0 && firstIsBare && !target.isBundled()) {
                    add(root.start(), Severity.WARNING, "kube-scheduler reads the first document of its file only");
                }
                judged++;
                findings.addAll(ConfigurationReader.read(root, Source.file(file.name()), target, false)
                        .findings());
            } else {
                resource(root, "");
            }
        }
        if (judged == 0 && findings.isEmpty()) {
            add(
                    new Mark(1, 1, 0),
                    Severity.ERROR,
                    "there is nothing to validate: no " + KubeSchedulerConfiguration.KIND
                            + ", no CustomScheduler and no ConfigMap with a configuration in it");
        }
        return findings;
    }

    private void broken(Document.@Nullable Problem problem, boolean ignored) {
        judged++;
        Mark mark = problem == null ? new Mark(1, 1, 0) : problem.mark();
        String message = problem == null ? "cannot be read" : problem.message();
        if (ignored) {
            add(mark, Severity.WARNING, message + " (kube-scheduler reads the first document of its file only)");
        } else {
            add(mark, Severity.ERROR, message);
        }
    }

    private void add(Mark mark, Severity severity, String message) {
        findings.add(new Finding(file.name(), mark.line(), mark.column(), severity, "", message));
    }

    private static boolean isBare(Node root) {
        if (!(root instanceof MappingNode mapping)) {
            return false;
        }
        String apiVersion = mapping.string("apiVersion");
        return KubeSchedulerConfiguration.KIND.equals(mapping.string("kind"))
                || (apiVersion != null && apiVersion.startsWith(KubeSchedulerConfiguration.GROUP + "/"));
    }

    private static boolean isOtherKind(Node root) {
        return root instanceof MappingNode mapping
                && mapping.string("kind") != null
                && mapping.string("apiVersion") != null;
    }

    private void resource(Node root, String prefix) {
        if (!(root instanceof MappingNode mapping)) {
            return;
        }
        String kind = mapping.string("kind") == null ? "" : mapping.string("kind");
        switch (kind) {
            case "CustomScheduler" -> {
                judged++;
                findings.addAll(customSchedulers.judge(mapping, prefix));
            }
            case "ConfigMap" -> {
                for (EmbeddedText text : EmbeddedText.of(mapping, prefix)) {
                    judged++;
                    findings.addAll(text.judge(file.name(), target));
                }
            }
            case "List" -> {
                if (mapping.get("items") instanceof SequenceNode items) {
                    for (int i = 0; i < items.items().size(); i++) {
                        resource(items.items().get(i), (prefix.isEmpty() ? "" : prefix + ".") + "items[" + i + "]");
                    }
                }
            }
            default -> {
                return;
            }
        }
    }
}
