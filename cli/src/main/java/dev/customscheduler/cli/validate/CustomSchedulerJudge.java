package dev.customscheduler.cli.validate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.customscheduler.config.Finding;
import dev.customscheduler.config.KubernetesVersion;
import dev.customscheduler.config.Severity;
import dev.customscheduler.config.Source;
import dev.customscheduler.config.decode.DuplicateKeys;
import dev.customscheduler.config.decode.Findings;
import dev.customscheduler.config.tree.JsonNodes;
import dev.customscheduler.config.tree.MappingNode;
import dev.customscheduler.config.tree.Mark;
import dev.customscheduler.config.tree.Node;
import dev.customscheduler.config.tree.Path;
import dev.customscheduler.config.tree.ScalarNode;
import dev.customscheduler.config.tree.SequenceNode;
import dev.customscheduler.crds.v1alpha1.CustomScheduler;
import dev.customscheduler.manifests.ConfigurationDocument;
import dev.customscheduler.manifests.Environment;
import dev.customscheduler.manifests.Manifests;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Judges CustomSchedulers as the operator's admission does, by the same code, and adds the lines of the file. */
final class CustomSchedulerJudge {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String file;
    private final Environment environment;
    private final Map<String, MappingNode> configMaps = new HashMap<>();

    CustomSchedulerJudge(String file, KubernetesVersion version) {
        this.file = file;
        this.environment = Environment.defaults("development").withDefaultVersion(version);
    }

    /** Keeps the ConfigMaps among the documents, for configurationFrom. */
    void remember(@Nullable Node node) {
        if (!(node instanceof MappingNode mapping)) {
            return;
        }
        if ("ConfigMap".equals(mapping.string("kind")) && mapping.get("metadata") instanceof MappingNode metadata) {
            configMaps.put(String.valueOf(metadata.string("name")), mapping);
        } else if ("List".equals(mapping.string("kind")) && mapping.get("items") instanceof SequenceNode items) {
            items.items().forEach(this::remember);
        }
    }

    List<Finding> judge(MappingNode root, String prefix) {
        Source source = new Source(file, prefix);
        Findings structure = new Findings();
        new DuplicateKeys(structure).report(root, Path.ROOT);
        List<Finding> found = new ArrayList<>(structure.in(root, source));
        JsonNode json = JsonNodes.to(root);
        try {
            CustomScheduler resource = JSON.treeToValue(json, CustomScheduler.class);
            Optional<ConfigurationDocument> referenced = referenced(json);
            boolean unknown =
                    referenced.isEmpty() && json.at("/spec/configurationFrom").isObject();
            for (Finding finding :
                    Manifests.of(resource, referenced, environment).findings()) {
                if (unknown && finding.path().startsWith("spec.configurationFrom")) {
                    found.add(place(
                            root,
                            prefix,
                            finding.path(),
                            Severity.WARNING,
                            "the ConfigMap is not in this file, so its configuration was not judged"));
                } else if (finding.file().isEmpty()) {
                    found.add(place(root, prefix, finding.path(), finding.severity(), finding.message()));
                }
            }
        } catch (JsonProcessingException mistyped) {
            found.add(place(root, prefix, path(mistyped), Severity.ERROR, message(mistyped)));
        }
        return found;
    }

    private Optional<ConfigurationDocument> referenced(JsonNode json) {
        JsonNode reference = json.at("/spec/configurationFrom/configMapKeyRef");
        MappingNode configMap = configMaps.get(reference.path("name").asText());
        if (configMap != null
                && configMap.get("data") instanceof MappingNode data
                && data.get(reference.path("key").asText()) instanceof ScalarNode text) {
            return Optional.of(new ConfigurationDocument(
                    "ConfigMap " + reference.path("name").asText(), text.value()));
        }
        return Optional.empty();
    }

    private Finding place(MappingNode root, String prefix, String path, Severity severity, String message) {
        Path at = Path.parse(path);
        Mark mark = at.locate(root);
        return new Finding(file, mark.line(), mark.column(), severity, at.under(prefix), message);
    }

    private static String path(JsonProcessingException failure) {
        Path path = Path.ROOT;
        if (failure instanceof JsonMappingException mapping) {
            for (JsonMappingException.Reference part : mapping.getPath()) {
                path = part.getFieldName() == null ? path.index(part.getIndex()) : path.child(part.getFieldName());
            }
        }
        return path.toString();
    }

    private static String message(JsonProcessingException failure) {
        return "is of the wrong type: "
                + failure.getOriginalMessage().lines().findFirst().orElse("unreadable");
    }
}
