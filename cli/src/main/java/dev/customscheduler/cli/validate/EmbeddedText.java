package dev.customscheduler.cli.validate;

import dev.customscheduler.config.ConfigurationReader;
import dev.customscheduler.config.Finding;
import dev.customscheduler.config.KubeSchedulerConfiguration;
import dev.customscheduler.config.Source;
import dev.customscheduler.config.Target;
import dev.customscheduler.config.tree.MappingNode;
import dev.customscheduler.config.tree.Path;
import dev.customscheduler.config.tree.ScalarNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A configuration that is the text of a ConfigMap's key.
 *
 * @param path of the key
 * @param firstLine the line of the outer file in which the text's first line stands
 * @param spansLines whether each line of the text is one of the file, as in a literal block
 */
record EmbeddedText(Path path, String prefix, String text, int firstLine, boolean spansLines) {
    /** The configurations in a ConfigMap's data. */
    static List<EmbeddedText> of(MappingNode configMap, String prefix) {
        List<EmbeddedText> found = new ArrayList<>();
        if (configMap.get("data") instanceof MappingNode data) {
            for (Map.Entry<String, MappingNode.Entry> entry : data.entries().entrySet()) {
                if (entry.getValue().value() instanceof ScalarNode value
                        && value.kind() == ScalarNode.Kind.STRING
                        && isConfiguration(value.value())) {
                    found.add(of(entry.getKey(), value, prefix));
                }
            }
        }
        return found;
    }

    private static EmbeddedText of(String key, ScalarNode value, String prefix) {
        long lines = value.value().lines().count();
        boolean block = value.end().line() - value.start().line() >= lines;
        return new EmbeddedText(
                Path.ROOT.child("data").child(key),
                prefix,
                value.value(),
                block ? value.start().line() + 1 : value.start().line(),
                block);
    }

    private static boolean isConfiguration(String text) {
        return text.contains(KubeSchedulerConfiguration.GROUP) || text.contains(KubeSchedulerConfiguration.KIND);
    }

    List<Finding> judge(String file, Target target) {
        Source source = new Source(file, path.under(prefix));
        List<Finding> placed = new ArrayList<>();
        for (Finding finding : ConfigurationReader.read(text.getBytes(StandardCharsets.UTF_8), source, target)
                .findings()) {
            int line = spansLines && finding.line() > 0 ? firstLine + finding.line() - 1 : firstLine;
            placed.add(new Finding(
                    finding.file(), line, finding.column(), finding.severity(), finding.path(), finding.message()));
        }
        return placed;
    }
}
