package dev.customscheduler.cli.simulate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.customscheduler.cli.CommandFailure;
import dev.customscheduler.cli.Version;
import dev.customscheduler.cli.input.Documents;
import dev.customscheduler.cli.input.SourceDocument;
import dev.customscheduler.config.ConfigurationReader;
import dev.customscheduler.config.ConfigurationResult;
import dev.customscheduler.config.Finding;
import dev.customscheduler.config.Source;
import dev.customscheduler.config.Target;
import dev.customscheduler.crds.v1alpha1.CustomScheduler;
import dev.customscheduler.manifests.Environment;
import dev.customscheduler.manifests.Manifests;
import dev.customscheduler.manifests.Outcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The scheduler that a file declares: a KubeSchedulerConfiguration, or a CustomScheduler as the operator would run it.
 */
final class SchedulerFile {
    private SchedulerFile() {}

    /**
     * Reads it.
     *
     * @param file its path
     * @param findings gets everything there is to say
     * @return empty when there are errors
     * @throws IOException when it cannot be read
     */
    static Optional<ConfigurationResult.Accepted> read(String file, List<Finding> findings) throws IOException {
        byte[] bytes = Files.readAllBytes(Path.of(file));
        Documents documents = Documents.parse(file, bytes);
        for (SourceDocument document : documents.documents()) {
            if (document.kind().equals("CustomScheduler")) {
                return ofResource(document, findings);
            }
        }
        return accepted(ConfigurationReader.read(bytes, Source.file(file), Target.bundled()), findings);
    }

    private static Optional<ConfigurationResult.Accepted> ofResource(SourceDocument document, List<Finding> findings) {
        CustomScheduler resource;
        try {
            resource = new ObjectMapper().treeToValue(document.content(), CustomScheduler.class);
        } catch (JsonProcessingException e) {
            throw CommandFailure.failed(document.file() + ": " + e.getOriginalMessage());
        }
        Outcome outcome = Manifests.of(resource, Environment.defaults(Version.text()));
        for (Finding finding : outcome.findings()) {
            findings.add(document.locate(finding));
        }
        return switch (outcome) {
            case Outcome.Refused refused -> Optional.empty();
            case Outcome.Rendered rendered -> {
                String text = String.join("\n", rendered.configMap().getData().values());
                yield accepted(
                        ConfigurationReader.read(text.getBytes(StandardCharsets.UTF_8), Source.NONE, Target.bundled()),
                        findings);
            }
        };
    }

    private static Optional<ConfigurationResult.Accepted> accepted(ConfigurationResult result, List<Finding> findings) {
        findings.addAll(result.findings());
        return result instanceof ConfigurationResult.Accepted accepted ? Optional.of(accepted) : Optional.empty();
    }
}
