package dev.customscheduler.engine.parity;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.customscheduler.engine.AttemptResult;
import dev.customscheduler.engine.Chance;
import dev.customscheduler.testbed.oracle.PodPlacement;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** Situations that people met, with what the real kube-scheduler 1.37.2 did. */
class PlacementCasesTest {

    static Stream<Path> cases() throws IOException, URISyntaxException {
        Path root = Path.of(Objects.requireNonNull(PlacementCasesTest.class.getResource("/placement"))
                .toURI());
        try (Stream<Path> folders = Files.list(root)) {
            return folders.sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void isPlacedAsByKubeScheduler(Path folder) throws IOException {
        List<PodPlacement> theirs = expected(folder.resolve("expected.json"));
        List<AttemptResult> ours = Parity.place(
                Files.readString(folder.resolve("config.yaml")), objects(folder.resolve("cluster.yaml")), Chance.NONE);
        List<String> differences = new ArrayList<>();
        for (String d : Comparison.differences(theirs, ours)) {
            // The files do not state the reasons of single nodes.
            if (!d.contains(" nodes\n")) {
                differences.add(d);
            }
        }
        assertThat(differences).isEmpty();
    }

    static List<JsonNode> objects(Path file) throws IOException {
        Yaml yaml = new Yaml(new SafeConstructor(new LoaderOptions()));
        List<JsonNode> all = new ArrayList<>();
        for (Object document : yaml.loadAll(Files.readString(file))) {
            JsonNode node = GeneratedCluster.JSON.valueToTree(document);
            if (node.path("kind").asText().equals("List")) {
                node.path("items").forEach(all::add);
            } else if (node.isObject()) {
                all.add(node);
            }
        }
        return all;
    }

    private static List<PodPlacement> expected(Path file) throws IOException {
        List<PodPlacement> all = new ArrayList<>();
        for (JsonNode pod : GeneratedCluster.JSON.readTree(Files.readString(file))) {
            Map<String, Map<String, Long>> scores = new LinkedHashMap<>();
            pod.path("scores").forEachEntry((node, byPlugin) -> {
                Map<String, Long> own = new LinkedHashMap<>();
                byPlugin.forEachEntry((plugin, score) -> own.put(plugin, score.longValue()));
                scores.put(node, own);
            });
            all.add(new PodPlacement(
                    pod.get("pod").textValue(),
                    pod.path("node").textValue(),
                    pod.path("message").textValue(),
                    pod.path("nominatedNode").textValue(),
                    List.of(),
                    List.of(),
                    Map.of(),
                    scores));
        }
        return all;
    }
}
