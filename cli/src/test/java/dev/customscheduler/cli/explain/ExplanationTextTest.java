package dev.customscheduler.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.customscheduler.config.ConfigurationReader;
import dev.customscheduler.config.ConfigurationResult;
import dev.customscheduler.config.Source;
import dev.customscheduler.config.Target;
import dev.customscheduler.engine.explain.Explanation;
import dev.customscheduler.engine.explain.Explanation.NodeScore;
import dev.customscheduler.engine.explain.Explanation.Now;
import dev.customscheduler.engine.explain.Explanation.Placement;
import dev.customscheduler.engine.explain.Explanation.Refusal;
import dev.customscheduler.engine.explain.Explanation.State;
import dev.customscheduler.engine.profile.PluginRegistry;
import dev.customscheduler.engine.simulation.Simulation;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** That people can read it, however large the cluster. */
class ExplanationTextTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static String text(Explanation e) {
        StringWriter text = new StringWriter();
        new ExplanationText(new PrintWriter(text))
                .print(new Answer(e.namespace(), e.name(), e.schedulerName(), null, null, e));
        return text.toString();
    }

    /** Tables do not spread over more than 120 columns; sentences are the terminal's to break. */
    private static void isReadable(String text, int lines) {
        assertThat(text.lines().count()).isLessThan(lines);
        assertThat(text.lines().filter(line -> line.matches(" {2}.*\\S {3,}\\S.*")))
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(120));
    }

    private static String node(int i) {
        return String.format("ip-10-0-%d-%d.eu-west-1.compute.internal", i / 250, i % 250);
    }

    private static Explanation simulated(int nodes) throws IOException {
        List<JsonNode> objects = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            String taint = i % 3 == 0 ? "{key: team, value: blue, effect: NoSchedule}" : "";
            objects.add(yaml("{kind: Node, metadata: {name: %s}, spec: {taints: [%s]},".formatted(node(i), taint)
                    + " status: {allocatable: {cpu: 2, memory: 4Gi, pods: 10}}}"));
        }
        objects.add(yaml("{kind: Pod, metadata: {name: big, namespace: shop}, spec: {containers:"
                + " [{name: c, image: i, resources: {requests: {cpu: 8}}}]}}"));
        byte[] config = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
                .getBytes(StandardCharsets.UTF_8);
        var accepted = (ConfigurationResult.Accepted) ConfigurationReader.read(config, Source.NONE, Target.bundled());
        try (Simulation simulation =
                new Simulation(accepted.configuration(), accepted.profiles(), PluginRegistry.builtIn(), objects)) {
            return simulation.explain(simulation.pending().getLast());
        }
    }

    private static JsonNode yaml(String text) {
        return JSON.valueToTree(new org.yaml.snakeyaml.Yaml(
                        new org.yaml.snakeyaml.constructor.SafeConstructor(new org.yaml.snakeyaml.LoaderOptions()))
                .load(text));
    }

    @Test
    void threeNodesAndAThousandAreAsLong() throws IOException {
        isReadable(text(simulated(3)), 40);
        String text = text(simulated(1000));
        isReadable(text, 40);
        assertThat(text)
                .contains("  666     NodeResourcesFit   Insufficient cpu")
                .contains("and 661 more");
    }

    private static Explanation of(@Nullable Now now, @Nullable Placement decision) {
        return new Explanation(
                "shop",
                "p",
                "u",
                "s",
                0,
                decision == null ? State.PENDING : State.ASSIGNED,
                "",
                "",
                true,
                null,
                null,
                List.of(),
                now,
                null,
                decision,
                List.of());
    }

    /** Plugins of the user's own, and extenders, may have a word for each node. */
    @Test
    void aReasonForEachNodeIsNotALineForEachNode() {
        List<Refusal> refusals = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            String reason = "the link of " + node(i) + " is at 9" + i % 10 + "%, and the pod asks for 20 Gbit/s of it";
            refusals.add(new Refusal("NetworkAware", List.of(reason), 1, List.of(node(i))));
        }
        String text = text(of(new Now(1000, 0, List.of(), refusals), null));
        isReadable(text, 60);
        assertThat(text).contains("988 more nodes have 988 more reasons: -o json tells them");
    }

    @Test
    void scoresOfTwentyNodesByAllPlugins() {
        List<NodeScore> scores = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            scores.add(new NodeScore(
                    node(i),
                    1000 - i,
                    Map.of(
                            "NodeResourcesBalancedAllocation", 90L,
                            "NodeResourcesFit", 100L - i,
                            "PodTopologySpread", 200L,
                            "InterPodAffinity", 200L,
                            "TaintToleration", 300L,
                            "NodeAffinity", 110L,
                            "ImageLocality", 0L)));
        }
        String text = text(of(null, new Placement("", 1, 1000, 900, scores)));
        isReadable(text, 70);
        assertThat(text).contains("TaintToleration 300, InterPodAffinity 200").doesNotContain("ImageLocality");
    }
}
