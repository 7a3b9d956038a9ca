package dev.customscheduler.crds.v1alpha1;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The committed CRD, and the chart's copy of it, are what the generator makes of the types. With
 * {@code -Dcrd.regenerate=true} the files are written instead of compared; where the environment variable CI is set
 * that is refused, so that a build can never agree with itself.
 */
class CommittedCrdTest {
    private static final String FILE = "customschedulers.customscheduler.dev-v1.yml";
    private static final Path GENERATED = Path.of("target", "crd", FILE);
    private static final Path COMMITTED = Path.of(FILE);
    private static final Path CHART =
            Path.of("..", "helm", "custom-scheduler-operator", "templates", "customscheduler-crd.yaml");
    private static final List<String> COLUMNS = List.of("Ready", "Schedulers", "Replicas", "Leader", "Age");
    private static final String REGENERATE = "run: mvn -pl crds test -Dtest=CommittedCrdTest -Dcrd.regenerate=true";

    private final YAMLMapper yaml = YAMLMapper.builder()
            .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
            .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .disable(YAMLGenerator.Feature.SPLIT_LINES)
            .build();

    @Test
    void committedCrdIsWhatTheTypesSay() throws IOException {
        check(COMMITTED, "# Generated from the types in crds/: do not edit.\n" + yaml.writeValueAsString(crd()));
    }

    @Test
    void chartCarriesTheSameCrdAndKeepsItOnUninstall() throws IOException {
        ObjectNode crd = crd();
        ObjectNode metadata = (ObjectNode) crd.get("metadata");
        metadata.putObject("annotations").put("helm.sh/resource-policy", "keep");
        check(
                CHART,
                "{{- /* Generated from the types in crds/: do not edit. */ -}}\n{{- if .Values.crds.install }}\n"
                        + yaml.writeValueAsString(crd) + "{{- end }}\n");
    }

    private void check(Path file, String wanted) throws IOException {
        if (Boolean.getBoolean("crd.regenerate")) {
            assertThat(System.getenv("CI"))
                    .as("a CI build compares and never regenerates")
                    .isNull();
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, wanted);
        }
        assertThat(file).as(REGENERATE).exists();
        assertThat(Files.readString(file)).as(REGENERATE).isEqualTo(wanted);
    }

    /** The generator's output with its columns in reading order, not by JSON path, and whole numbers as such. */
    private ObjectNode crd() throws IOException {
        ObjectNode crd = (ObjectNode) integers(yaml.readTree(Files.readString(GENERATED)));
        for (JsonNode version : crd.at("/spec/versions")) {
            ((ObjectNode) version).set("additionalPrinterColumns", ordered(version.get("additionalPrinterColumns")));
        }
        return crd;
    }

    private ArrayNode ordered(JsonNode columns) {
        List<JsonNode> sorted = new ArrayList<>();
        columns.forEach(sorted::add);
        assertThat(sorted)
                .extracting(column -> column.get("name").asText())
                .containsExactlyInAnyOrderElementsOf(COLUMNS);
        sorted.sort((a, b) -> Integer.compare(
                COLUMNS.indexOf(a.get("name").asText()),
                COLUMNS.indexOf(b.get("name").asText())));
        return yaml.createArrayNode().addAll(sorted);
    }

    private JsonNode integers(JsonNode node) throws JsonProcessingException {
        if (node.isDouble() && node.asDouble() == Math.rint(node.asDouble())) {
            return yaml.getNodeFactory().numberNode(node.asLong());
        }
        if (node instanceof ObjectNode object) {
            for (var field : object.properties()) {
                field.setValue(integers(field.getValue()));
            }
        } else if (node instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                array.set(i, integers(array.get(i)));
            }
        }
        return node;
    }
}
