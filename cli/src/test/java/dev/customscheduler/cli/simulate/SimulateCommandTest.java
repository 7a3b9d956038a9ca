package dev.customscheduler.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.customscheduler.cli.Csched;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** csched simulate, from files to what is printed. */
class SimulateCommandTest {
    private static final Path CASES = Path.of("src", "test", "resources", "placement");
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final String CONFIG = """
            apiVersion: kubescheduler.config.k8s.io/v1
            kind: KubeSchedulerConfiguration
            profiles:
            - schedulerName: default-scheduler
            """;

    private static final String NODES = """
            apiVersion: v1
            kind: NodeList
            items:
            - {metadata: {name: a}, status: {allocatable: {cpu: "2", memory: 4Gi, pods: "10"}}}
            - {metadata: {name: b}, status: {allocatable: {cpu: "4", memory: 8Gi, pods: "10"}}}
            ---
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        return Csched.run(new PrintWriter(out), new PrintWriter(err), args);
    }

    private int simulate(String cluster, String... options) throws IOException {
        Path config = Files.writeString(folder.resolve("config.yaml"), CONFIG);
        Path file = Files.writeString(folder.resolve("cluster.yaml"), cluster);
        List<String> args =
                new ArrayList<>(List.of("simulate", "--config", config.toString(), "--cluster", file.toString()));
        args.addAll(List.of(options));
        return run(args.toArray(String[]::new));
    }

    static List<String> cases() throws IOException {
        try (var folders = Files.list(CASES)) {
            return folders.map(folder -> folder.getFileName().toString())
                    .sorted()
                    .toList();
        }
    }

    /** What the real kube-scheduler 1.37.2 did: the README of the cases says how it was taken. */
    @ParameterizedTest
    @MethodSource("cases")
    void doesWhatKubeSchedulerDid(String name) throws IOException {
        Path at = CASES.resolve(name);
        int exit = run(
                "simulate",
                "--config",
                at.resolve("config.yaml").toString(),
                "--cluster",
                at.resolve("cluster.yaml").toString(),
                "-o",
                "json");
        assertThat(exit).as(err.toString()).isZero();
        JsonNode pods = JSON.readTree(out.toString()).path("pods");
        JsonNode expected = JSON.readTree(Files.readString(at.resolve("expected.json")));
        assertThat(pods).hasSameSizeAs(expected);
        for (int i = 0; i < pods.size(); i++) {
            JsonNode pod = pods.get(i);
            JsonNode was = expected.get(i);
            String key = pod.path("namespace").asText() + "/" + pod.path("name").asText();
            assertThat(key).isEqualTo(was.path("pod").asText());
            assertThat(pod.path("node")).as(key).isEqualTo(was.path("node"));
            assertThat(pod.path("message")).as(key).isEqualTo(was.path("message"));
            assertThat(pod.path("scores"))
                    .as(key)
                    .isEqualTo(was.has("scores") ? was.path("scores") : JSON.createObjectNode());
        }
    }

    @Test
    void everyKeyOfTheContractIsAlwaysThere() throws IOException {
        simulate(NODES + "{kind: Pod, metadata: {name: p}, spec: {containers: [{name: c}]}}", "-o", "json");
        assertThat(JSON.readTree(out.toString()).at("/pods/0").fieldNames())
                .toIterable()
                .containsExactly(
                        "namespace", "name", "node", "message", "nominatedNode", "preempted", "nodes", "scores");
    }

    @Test
    void showsPodsNodesAndWhatStaysPending() throws IOException {
        int exit = simulate(NODES + """
                kind: Deployment
                metadata: {name: web}
                spec:
                  replicas: 3
                  template: {spec: {containers: [{name: c, resources: {requests: {cpu: "1500m"}}}]}}
                ---
                kind: Pod
                metadata: {name: huge}
                spec: {containers: [{name: c, resources: {requests: {cpu: "64"}}}]}
                ---
                kind: Pod
                metadata: {name: stranger}
                spec: {schedulerName: other, containers: [{name: c}]}
                """);
        assertThat(exit).isZero();
        assertThat(out.toString())
                .contains("3 of 5 pods placed")
                .containsPattern("default +web-0 +b")
                .containsPattern("a +1 of 10 +1.50 of 2.00 \\(75%\\)")
                .containsPattern("b +2 of 10 +3.00 of 4.00 \\(75%\\)")
                .contains("0/2 nodes are available: 2 Insufficient cpu", "1 pod: default/huge")
                .contains("no profile here is named other");
    }

    @Test
    void explainsWhyNodesRefuse() throws IOException {
        simulate(
                NODES
                        + "{kind: Pod, metadata: {name: p}, spec: {containers: [{name: c, resources: {requests: {cpu: 9}}}]}}",
                "--explain",
                "p");
        assertThat(out.toString())
                .contains("Pod default/p", "stays pending: 0/2 nodes are available")
                .containsPattern("a +NodeResourcesFit +Insufficient cpu");
    }

    @Test
    void explainsScoresAndInventsNoneForASingleFeasibleNode() throws IOException {
        simulate(NODES + "{kind: Pod, metadata: {name: p}, spec: {containers: [{name: c}]}}", "--explain", "default/p");
        assertThat(out.toString()).contains("goes to", "TOTAL", "NodeResourcesFit");
        out.getBuffer().setLength(0);
        simulate(
                NODES
                        + "{kind: Pod, metadata: {name: p}, spec: {containers: [{name: c, resources: {requests: {cpu: 3}}}]}}",
                "--explain",
                "p");
        assertThat(out.toString()).contains("goes to b", "single feasible node").doesNotContain("TOTAL");
    }

    @Test
    void explainingAPodThatIsNotThereIsWrongUse() throws IOException {
        assertThat(simulate(NODES, "--explain", "nobody")).isEqualTo(2);
        assertThat(err.toString()).contains("no pod that was tried is named nobody");
    }

    @Test
    void retriesUntilNothingChanges() throws IOException {
        String preempting = NODES + """
                {kind: PriorityClass, metadata: {name: high}, value: 100}
                ---
                {kind: Pod, metadata: {name: low, uid: l}, spec: {nodeName: b, containers: [{name: c, resources: {requests: {cpu: 3}}}]}}
                ---
                {kind: Pod, metadata: {name: vip}, spec: {priorityClassName: high, containers: [{name: c, resources: {requests: {cpu: 3}}}]}}
                """;
        simulate(preempting, "-o", "json");
        JsonNode once = JSON.readTree(out.toString()).at("/pods/0");
        assertThat(once.path("node").isNull()).isTrue();
        assertThat(once.path("nominatedNode").asText()).isEqualTo("b");
        assertThat(once.path("preempted").toString()).isEqualTo("[\"default/low\"]");
        out.getBuffer().setLength(0);
        simulate(preempting, "-o", "json", "--retry");
        JsonNode retried = JSON.readTree(out.toString()).at("/pods/0");
        assertThat(retried.path("node").asText()).isEqualTo("b");
        assertThat(retried.path("preempted").toString()).isEqualTo("[\"default/low\"]");
    }

    @Test
    void theSameInputGivesTheSameAnswer() throws IOException {
        String cluster = NODES
                + "{kind: Job, metadata: {name: j}, spec: {parallelism: 8, completions: 8, template: {spec: {containers: [{name: c}]}}}}";
        simulate(cluster, "-o", "json");
        String first = out.toString();
        out.getBuffer().setLength(0);
        simulate(cluster, "-o", "json");
        assertThat(out.toString()).isEqualTo(first);
    }

    @Test
    void aCustomSchedulerCanBeTheConfiguration() throws IOException {
        Path cluster = Files.writeString(
                folder.resolve("c.yaml"),
                NODES + "{kind: Pod, metadata: {name: p}, spec: {schedulerName: batch, containers: [{name: c}]}}");
        Path resource = Files.writeString(folder.resolve("r.yaml"), """
                apiVersion: customscheduler.dev/v1alpha1
                kind: CustomScheduler
                metadata: {name: batch}
                spec: {namespace: kube-system, configuration: {}}
                """);
        assertThat(run("simulate", "--config", resource.toString(), "--cluster", cluster.toString()))
                .as(err.toString())
                .isZero();
        assertThat(out.toString()).contains("1 of 1 pods placed");
    }

    @Test
    void whatIsWrongIsSaidWithFileAndLine() throws IOException {
        assertThat(simulate("kind: Pod\n bad: x\n")).isEqualTo(1);
        assertThat(err.toString()).contains("cluster.yaml:2: error: is not YAML");
        assertThat(
                        simulate(
                                NODES
                                        + "{kind: Pod, metadata: {name: p}, spec: {containers: [{name: c, resources: {requests: {cpu: lots}}}]}}"))
                .isEqualTo(1);
        assertThat(err.toString()).contains("lots");
    }
}
