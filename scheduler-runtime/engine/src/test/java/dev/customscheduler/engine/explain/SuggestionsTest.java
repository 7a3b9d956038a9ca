package dev.customscheduler.engine.explain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.customscheduler.config.ConfigurationReader;
import dev.customscheduler.config.ConfigurationResult;
import dev.customscheduler.config.Source;
import dev.customscheduler.config.Target;
import dev.customscheduler.engine.AttemptResult;
import dev.customscheduler.engine.AttemptResult.Outcome;
import dev.customscheduler.engine.profile.PluginRegistry;
import dev.customscheduler.engine.simulation.Simulation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * What is suggested for a pod that fits nowhere. That a suggestion helps is not taken from the search's word: the
 * cluster is written anew with the change in it, and the pod placed there.
 */
class SuggestionsTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static String node(String name, String more) {
        return """
                ---
                kind: Node
                metadata: {name: %s, labels: {kubernetes.io/hostname: %s}}
                status: {allocatable: {cpu: "2", memory: 4Gi, pods: "10"}}
                %s
                """.formatted(name, name, more);
    }

    private static String pod(String name, String cpu, String spec) {
        return """
                ---
                kind: Pod
                metadata: {name: %s, namespace: default, labels: {app: %s}}
                spec:
                  containers: [{name: c, image: i, resources: {requests: {cpu: %s, memory: 1Gi}}}]
                %s
                """.formatted(name, name.replaceFirst("-.*", ""), cpu, spec.indent(2));
    }

    private static Simulation simulation(String yaml) throws IOException {
        byte[] config = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
                .getBytes(StandardCharsets.UTF_8);
        var accepted = (ConfigurationResult.Accepted) ConfigurationReader.read(config, Source.NONE, Target.bundled());
        List<JsonNode> objects = new ArrayList<>();
        for (Object document : new Yaml(new SafeConstructor(new LoaderOptions())).loadAll(yaml)) {
            objects.add(JSON.valueToTree(document));
        }
        return new Simulation(accepted.configuration(), accepted.profiles(), PluginRegistry.builtIn(), objects);
    }

    private static List<String> suggestions(String yaml) throws IOException {
        try (Simulation simulation = simulation(yaml)) {
            Explanation e = simulation.explain(simulation.pending().getLast());
            List<String> texts = new ArrayList<>();
            for (Explanation.Suggestion s : Objects.requireNonNull(e.changes()).found()) {
                texts.add(String.join(
                        " + ", s.steps().stream().map(Explanation.Step::text).toList()));
            }
            AttemptResult after = simulation.attempt(simulation.pending().getLast());
            assertThat(after.outcome())
                    .as("the search left everything as it was")
                    .isNotEqualTo(Outcome.SCHEDULED);
            return texts;
        }
    }

    private static boolean fits(String yaml) throws IOException {
        try (Simulation simulation = simulation(yaml)) {
            return simulation.attempt(simulation.pending().getLast()).outcome() == Outcome.SCHEDULED;
        }
    }

    @Test
    void theAmountThatIsMissingAndNotLess() throws IOException {
        String cluster = node("n1", "")
                + node("n2", "")
                + pod("there", "1500m", "nodeName: n1")
                + pod("more", "500m", "nodeName: n2");
        assertThat(suggestions(cluster + pod("big", "2", "")))
                .containsExactly(
                        "500m more cpu on node n2",
                        "the pod requests 1500m instead of 2 cpu",
                        "1500m more cpu on node n1",
                        "the pod requests 500m instead of 2 cpu");
        assertThat(fits(cluster.replace("cpu: \"2\"", "cpu: 2500m") + pod("big", "2", "")))
                .isTrue();
        assertThat(fits(cluster.replace("cpu: \"2\"", "cpu: 2499m") + pod("big", "2", "")))
                .isFalse();
        assertThat(fits(cluster + pod("big", "1500m", ""))).isTrue();
        assertThat(fits(cluster + pod("big", "1501m", ""))).isFalse();
    }

    /** What an init container asks for is not lowered, so nothing is said to be. */
    @Test
    void requestsAreLoweredAllOrNotAtAll() throws IOException {
        String spec = "initContainers: [{name: i, image: i, resources: {requests: {memory: 6Gi}}}]";
        assertThat(suggestions(node("n1", "") + pod("p", "3", spec)))
                .containsExactly("1 more cpu and 2Gi more memory on node n1");
    }

    @Test
    void aTolerationOrNoTaint() throws IOException {
        String taint = "spec: {taints: [{key: team, value: blue, effect: NoSchedule}]}";
        assertThat(suggestions(node("n1", taint) + pod("p", "1", "")))
                .containsExactly(
                        "the pod tolerates team=blue:NoSchedule", "node n1 without the taint team=blue:NoSchedule");
        assertThat(fits(node("n1", taint)
                        + pod(
                                "p",
                                "1",
                                "tolerations: [{key: team, operator: Equal, value: blue, effect: NoSchedule}]")))
                .isTrue();
        assertThat(fits(node("n1", "") + pod("p", "1", ""))).isTrue();
    }

    @Test
    void aLabelOfTheNode() throws IOException {
        String selecting = pod("p", "1", "nodeSelector: {disk: ssd}");
        assertThat(suggestions(node("n1", "") + selecting)).containsExactly("node n1 with the label disk=ssd");
        assertThat(fits(node("n1", "").replace("labels: {", "labels: {disk: ssd, ") + selecting))
                .isTrue();
        String affine = pod("p", "1", """
                affinity:
                  nodeAffinity:
                    requiredDuringSchedulingIgnoredDuringExecution:
                      nodeSelectorTerms:
                      - matchExpressions: [{key: a, operator: Exists}, {key: b, operator: In, values: [x, y]}]
                      - matchExpressions: [{key: generation, operator: Gt, values: ["3"]}]
                """);
        assertThat(suggestions(node("n1", "") + affine)).containsExactly("node n1 with the label generation=4");
        assertThat(fits(node("n1", "").replace("labels: {", "labels: {generation: \"4\", ") + affine))
                .isTrue();
    }

    @Test
    void severalChangesTogetherWhereOneIsNotEnough() throws IOException {
        String taint = "spec: {taints: [{key: gpu, effect: NoSchedule}]}";
        assertThat(suggestions(node("n1", taint) + pod("p", "3", "nodeSelector: {disk: ssd}")))
                .contains("the pod tolerates gpu:NoSchedule + node n1 with the label disk=ssd + 1 more cpu on node n1");
    }

    @Test
    void fewerNeighbours() throws IOException {
        String anti = """
                affinity:
                  podAntiAffinity:
                    requiredDuringSchedulingIgnoredDuringExecution:
                    - {labelSelector: {matchLabels: {app: web}}, topologyKey: kubernetes.io/hostname}
                """;
        String cluster = node("n1", "") + pod("web-a", "500m", anti + "nodeName: n1");
        assertThat(suggestions(cluster + pod("web-b", "500m", anti)))
                .containsExactly("one pod fewer (default/web-a on n1)");
        assertThat(fits(node("n1", "") + pod("web-b", "500m", anti))).isTrue();
    }

    @Test
    void aNeighbourToBeNearTo() throws IOException {
        String near = """
                affinity:
                  podAffinity:
                    requiredDuringSchedulingIgnoredDuringExecution:
                    - {labelSelector: {matchLabels: {app: db}}, topologyKey: kubernetes.io/hostname}
                """;
        String cluster =
                node("n1", "") + node("n2", "") + pod("db-0", "1", "nodeName: n1") + pod("other", "1", "nodeName: n1");
        assertThat(suggestions(cluster + pod("p", "500m", near)))
                .containsExactly("500m more cpu on node n1", "a pod like default/db-0 on node n2");
        assertThat(fits(cluster + pod("db-1", "1", "nodeName: n2") + pod("p", "500m", near)))
                .isTrue();
    }

    @Test
    void aHostPort() throws IOException {
        String port = pod("holder", "100m", "nodeName: n1").replace("image: i,", "image: i, ports: [{hostPort: 80}],");
        String wanting = pod("p", "100m", "").replace("image: i,", "image: i, ports: [{hostPort: 80}],");
        assertThat(suggestions(node("n1", "") + port + wanting))
                .containsExactly("one pod fewer (default/holder on n1)");
        assertThat(fits(node("n1", "") + wanting)).isTrue();
    }

    @Test
    void spreading() throws IOException {
        String spread = """
                topologySpreadConstraints:
                - maxSkew: 1
                  topologyKey: zone
                  whenUnsatisfiable: DoNotSchedule
                  labelSelector: {matchLabels: {app: web}}
                """;
        String a = node("n1", "").replace("labels: {", "labels: {zone: a, ");
        String b = node("n2", "spec: {unschedulable: true}").replace("labels: {", "labels: {zone: b, ");
        String cluster = a + b + pod("web-1", "100m", "nodeName: n1");
        assertThat(suggestions(cluster + pod("web-2", "100m", spread)))
                .containsExactly(
                        "node n2 uncordoned",
                        "the pod's spread over zone with maxSkew 2 instead of 1",
                        "one pod fewer (default/web-1 on n1)");
        assertThat(fits(cluster + pod("web-2", "100m", spread.replace("maxSkew: 1", "maxSkew: 2"))))
                .isTrue();
        assertThat(fits(cluster.replace("unschedulable: true", "unschedulable: false") + pod("web-2", "100m", spread)))
                .isTrue();
    }

    @Test
    void claims() throws IOException {
        String claim = """
                ---
                kind: PersistentVolumeClaim
                metadata: {name: data, namespace: default}
                spec: {accessModes: [ReadWriteOnce], storageClassName: now, resources: {requests: {storage: 1Gi}}}
                ---
                kind: StorageClass
                metadata: {name: now}
                provisioner: example.com/none
                """;
        String using = pod("p", "100m", "volumes: [{name: v, persistentVolumeClaim: {claimName: data}}]");
        assertThat(suggestions(node("n1", "") + claim + using))
                .containsExactly("the claim default/data bound to a volume that the node reaches");
        assertThat(suggestions(node("n1", "") + using))
                .containsExactly("a claim default/data, bound to a volume that the node reaches");
    }

    @Test
    void aClaimThatIsBeingDeletedIsNotBoundAnyMore() throws IOException {
        String claim = """
                ---
                kind: PersistentVolumeClaim
                metadata: {name: data, namespace: default, deletionTimestamp: "2026-01-01T00:00:00Z", finalizers: [x]}
                spec: {accessModes: [ReadWriteOnce], storageClassName: now, resources: {requests: {storage: 1Gi}}}
                """;
        String using = pod("p", "100m", "volumes: [{name: v, persistentVolumeClaim: {claimName: data}}]");
        assertThat(suggestions(node("n1", "") + claim + using)).isEmpty();
    }

    /** A node in another zone with the label of this one would still be in another zone. */
    @Test
    void volumesStayWhereTheyAre() throws IOException {
        String volume = """
                ---
                kind: PersistentVolume
                metadata: {name: pv}
                spec:
                  capacity: {storage: 1Gi}
                  accessModes: [ReadWriteOnce]
                  hostPath: {path: /d}
                  claimRef: {namespace: default, name: data}
                  nodeAffinity:
                    required:
                      nodeSelectorTerms:
                      - matchExpressions: [{key: topology.kubernetes.io/zone, operator: In, values: [z1]}]
                status: {phase: Bound}
                ---
                kind: PersistentVolumeClaim
                metadata: {name: data, namespace: default, annotations: {pv.kubernetes.io/bind-completed: "yes"}}
                spec: {accessModes: [ReadWriteOnce], storageClassName: "", volumeName: pv}
                status: {phase: Bound}
                """;
        String here = node("n1", "spec: {unschedulable: true}")
                .replace("labels: {", "labels: {topology.kubernetes.io/zone: z1, ");
        String there = node("n2", "").replace("labels: {", "labels: {topology.kubernetes.io/zone: z2, ");
        String using = pod("p", "100m", "volumes: [{name: v, persistentVolumeClaim: {claimName: data}}]");
        assertThat(suggestions(volume + here + there + using)).containsExactly("node n1 uncordoned");
    }

    @Test
    void whereANodeIsStaysSo() throws IOException {
        String zone = node("n1", "").replace("labels: {", "labels: {topology.kubernetes.io/zone: z1, ");
        String elsewhere = pod("p", "100m", "nodeSelector: {topology.kubernetes.io/zone: z9, disk: ssd}");
        assertThat(suggestions(zone + elsewhere))
                .containsExactly("the pod without the node selector disk=ssd and topology.kubernetes.io/zone=z9");
        assertThat(fits(zone + pod("p", "100m", ""))).isTrue();
        assertThat(suggestions(zone + pod("p", "100m", """
                affinity:
                  nodeAffinity:
                    requiredDuringSchedulingIgnoredDuringExecution:
                      nodeSelectorTerms: [{matchExpressions: [{key: kubernetes.io/arch, operator: In, values: [arm64]}]}]
                """))).isEmpty();
    }

    @Test
    void gates() throws IOException {
        String gated = pod("p", "100m", "schedulingGates: [{name: example.com/wait}]");
        assertThat(suggestions(node("n1", "") + gated))
                .containsExactly("the pod without the scheduling gate example.com/wait");
    }

    @Test
    void manyNodesDoNotMakeItEndless() throws IOException {
        StringBuilder cluster = new StringBuilder();
        for (int i = 0; i < 300; i++) {
            String taint = "spec: {taints: [{key: k" + i % 7 + ", effect: NoSchedule}]}";
            cluster.append(node(String.format("n%03d", i), taint));
        }
        try (Simulation simulation = simulation(cluster + pod("p", "3", "nodeSelector: {disk: ssd}"))) {
            Explanation e = simulation.explain(simulation.pending().getLast());
            assertThat(Objects.requireNonNull(e.changes()).tried()).isBetween(1, 300);
            assertThat(Objects.requireNonNull(e.changes()).found()).isNotEmpty().hasSizeLessThanOrEqualTo(6);
        }
    }
}
