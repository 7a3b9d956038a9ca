package dev.customscheduler.runtime.extender;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.customscheduler.runtime.testing.Comparison;
import dev.customscheduler.runtime.testing.ExtenderServer;
import dev.customscheduler.runtime.testing.LiveScheduler;
import dev.customscheduler.runtime.testing.Pods;
import dev.customscheduler.testbed.TestBed;
import dev.customscheduler.testbed.fake.FakeNode;
import dev.customscheduler.testbed.junit.TestBedTest;
import dev.customscheduler.testbed.process.Daemon;
import dev.customscheduler.testbed.process.Ports;
import io.fabric8.kubernetes.api.model.Binding;
import io.fabric8.kubernetes.api.model.BindingBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * The same pods, nodes and extenders, first by the real kube-scheduler, then by the runtime: the same nodes, messages
 * and questions. The extenders' scores leave no ties, because those are broken by chance.
 */
@TestBedTest(own = TestBedTest.ControllerManager.class)
class ExtenderComparisonTest {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String PROFILE = "extended-scheduler";
    private static final int NODES = 10;

    private static String configuration(Path kubeconfig, String extenders) {
        return Comparison.oneAttempt(kubeconfig, """
                extenders:
                %s
                profiles:
                - schedulerName: %s
                  plugins:
                    multiPoint:
                      disabled:
                      - name: DefaultPreemption
                """.formatted(extenders.strip(), PROFILE));
    }

    /** What a user can see of a pod, and what the extender was asked about it, once or more often. */
    private record Seen(String node, Set<String> messages, Set<String> calls) {}

    @Test
    void filtersScoresAndBindsAsKubeSchedulerDoes(TestBed bed) throws Exception {
        List<FakeNode> nodes = new ArrayList<>();
        for (int i = 0; i < NODES; i++) {
            nodes.add(FakeNode.of("n" + i).cpu(Integer.toString(2 + i)).memory("8Gi"));
        }
        bed.fakeNodes().add(nodes);
        List<Pod> pods = new ArrayList<>();
        for (int i = 0; i < 48; i++) {
            String kind = List.of("free", "odd", "none", "solid", "single", "sick", "refused", "large")
                    .get(i % 8);
            String cpu = kind.equals("large") ? "64" : "100m";
            pods.add(Pods.of("extended", String.format("%s-%02d", kind, i), PROFILE, cpu)
                    .build());
        }
        try (ExtenderServer server = ExtenderServer.http()) {
            server.on("filter", ExtenderComparisonTest::filter);
            server.on("whole", ExtenderComparisonTest::wholeFilter);
            server.on("prioritize", ExtenderComparisonTest::prioritize);
            server.on("bind", question -> bind(bed, question));
            String extenders = """
                    - {urlPrefix: "%1$s", filterVerb: broken, ignorable: true}
                    - urlPrefix: "%1$s/"
                      filterVerb: filter
                      prioritizeVerb: prioritize
                      bindVerb: bind
                      weight: 200
                      nodeCacheCapable: true
                    - {urlPrefix: "%1$s", filterVerb: whole, prioritizeVerb: absent, weight: 1}
                    """.formatted(server.url());
            Map<String, Seen> seen = compare(bed, "extended", server, extenders, pods);
            assertThat(seen.values()).filteredOn(one -> !one.node().isEmpty()).hasSize(24);
        }
        scoresNodesThatCameBackAsIfTheyWereEmpty(bed);
    }

    /**
     * A node that is more than half full, beside a smaller one that is empty: after a whole node filter the former
     * wins.
     */
    private static void scoresNodesThatCameBackAsIfTheyWereEmpty(TestBed bed) throws Exception {
        bed.fakeNodes()
                .add(List.of(
                        FakeNode.of("big").cpu("10").memory("8Gi"),
                        FakeNode.of("small").cpu("4").memory("8Gi")));
        Pod seat = Pods.of("default", "seat", "nobody", "6").build();
        seat.getSpec().setNodeName("big");
        bed.client().resource(seat).create();
        try (ExtenderServer server = ExtenderServer.http()) {
            server.on("pair", question -> {
                ObjectNode answer = MAPPER.createObjectNode();
                ArrayNode left = answer.putObject("Nodes").putArray("items");
                for (JsonNode node : question.at("/Nodes/items")) {
                    if (!node.at("/metadata/name").asText().startsWith("n")) {
                        left.add(node);
                    }
                }
                return answer.toString();
            });
            String extenders = "- {urlPrefix: \"" + server.url() + "\", filterVerb: pair}";
            Pod pod = Pods.of("paired", "pod", PROFILE, "1").build();
            Map<String, Seen> seen = compare(bed, "paired", server, extenders, List.of(pod));
            assertThat(seen.values()).extracting(Seen::node).containsExactly("big");
        }
    }

    /**
     * By the pod's name: all, every second node, none for two reasons, an error of its own, a status of 500, one node.
     */
    private static String filter(JsonNode question) {
        String pod = question.at("/Pod/metadata/name").asText();
        if (pod.startsWith("sick")) {
            return "{\"Error\": \"the licence server is away\"}";
        }
        ObjectNode answer = MAPPER.createObjectNode();
        ArrayNode left = answer.putArray("NodeNames");
        for (JsonNode name : question.get("NodeNames")) {
            int number = Integer.parseInt(name.asText().substring(1));
            if (pod.startsWith("none") || pod.startsWith("odd") && number % 2 == 0) {
                String field = number < 3 ? "FailedAndUnresolvableNodes" : "FailedNodes";
                answer.withObject("/" + field).put(name.asText(), number < 3 ? "no board" : "board in use");
            } else if (!pod.startsWith("single") || number == 4) {
                left.add(name.asText());
            }
        }
        return answer.toString();
    }

    private static String wholeFilter(JsonNode question) {
        ObjectNode answer = MAPPER.createObjectNode();
        ArrayNode left = answer.putObject("nodes").putArray("items");
        for (JsonNode node : question.at("/Nodes/items")) {
            if (node.at("/metadata/name").asText().equals("n9")) {
                answer.putObject("failedNodes").put("n9", "reserved");
            } else {
                left.add(node);
            }
        }
        return answer.toString();
    }

    private static String prioritize(JsonNode question) {
        int shift = question.at("/Pod/metadata/name").asText().hashCode() & 0xff;
        ArrayNode answer = MAPPER.createArrayNode();
        for (JsonNode name : question.get("NodeNames")) {
            int number = Integer.parseInt(name.asText().substring(1));
            answer.addObject().put("Host", name.asText()).put("Score", (number + shift) % NODES);
        }
        return answer.toString();
    }

    private static String bind(TestBed bed, JsonNode question) {
        String pod = question.get("PodName").asText();
        if (pod.startsWith("refused")) {
            return "{\"Error\": \"the rack is closed\"}";
        }
        Binding binding = new BindingBuilder()
                .withNewMetadata()
                .withName(pod)
                .endMetadata()
                .withNewTarget()
                .withKind("Node")
                .withName(question.get("Node").asText())
                .endTarget()
                .build();
        bed.client()
                .bindings()
                .inNamespace(question.get("PodNamespace").asText())
                .resource(binding)
                .create();
        return "{}";
    }

    private static Map<String, Seen> compare(
            TestBed bed, String namespace, ExtenderServer server, String extenders, List<Pod> pods) {
        bed.client()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(namespace)
                        .endMetadata()
                        .build())
                .create();
        await().atMost(PATIENCE)
                .until(() -> bed.client()
                                .serviceAccounts()
                                .inNamespace(namespace)
                                .withName("default")
                                .get()
                        != null);
        Path kubeconfig = LiveScheduler.account(bed, namespace, "scheduler");
        Path file = LiveScheduler.configuration(bed, namespace, configuration(kubeconfig, extenders));
        List<String> arguments = List.of(
                "--config=" + file,
                "--secure-port=" + Ports.free(),
                "--authentication-kubeconfig=" + kubeconfig,
                "--authorization-kubeconfig=" + kubeconfig);
        Map<String, Seen> byReal =
                round(bed, namespace, server, pods, () -> LiveScheduler.real(bed, namespace + "-real", arguments));
        Map<String, Seen> byRuntime = round(
                bed, namespace, server, pods, () -> LiveScheduler.runtime(bed, namespace + "-runtime", arguments));
        long bound =
                byReal.values().stream().filter(seen -> !seen.node().isEmpty()).count();
        System.out.println("with extenders: compared " + byReal.size() + " pods, " + bound + " bound, "
                + (byReal.size() - bound) + " pending");
        for (Map.Entry<String, Seen> entry : byReal.entrySet()) {
            assertThat(byRuntime.get(entry.getKey())).as(entry.getKey()).isEqualTo(entry.getValue());
        }
        return byReal;
    }

    private interface Starter {
        Daemon start();
    }

    private static Map<String, Seen> round(
            TestBed bed, String namespace, ExtenderServer server, List<Pod> pods, Starter starter) {
        server.calls().clear();
        for (Pod pod : pods) {
            bed.client().resource(pod).create();
        }
        try (Daemon scheduler = starter.start()) {
            Map<String, Seen> seen = new TreeMap<>();
            await().atMost(PATIENCE)
                    .failFast(() -> assertThat(scheduler.alive()).isTrue())
                    .until(() -> {
                        seen.clear();
                        seen.putAll(look(bed, namespace, server));
                        return seen.size() == pods.size()
                                && seen.values().stream()
                                        .noneMatch(one -> one.messages().isEmpty());
                    });
            return seen;
        } finally {
            bed.client().pods().inNamespace(namespace).withGracePeriod(0).delete();
            bed.client().events().v1().events().inNamespace(namespace).delete();
            await().atMost(PATIENCE)
                    .until(() -> bed.client()
                            .pods()
                            .inNamespace(namespace)
                            .list()
                            .getItems()
                            .isEmpty());
        }
    }

    private static Map<String, Seen> look(TestBed bed, String namespace, ExtenderServer server) {
        Map<String, Set<String>> messages = new TreeMap<>();
        for (Event event : bed.client()
                .events()
                .v1()
                .events()
                .inNamespace(namespace)
                .list()
                .getItems()) {
            messages.computeIfAbsent(event.getRegarding().getName(), name -> new TreeSet<>())
                    .add(event.getReason() + ": " + event.getNote());
        }
        Map<String, Seen> seen = new TreeMap<>();
        for (Pod pod : bed.client().pods().inNamespace(namespace).list().getItems()) {
            String name = pod.getMetadata().getName();
            Set<String> calls = new TreeSet<>();
            for (String call : server.calls()) {
                if (call.endsWith(" " + name)) {
                    calls.add(call);
                }
            }
            String node = pod.getSpec().getNodeName();
            seen.put(name, new Seen(node == null ? "" : node, messages.getOrDefault(name, Set.of()), calls));
        }
        return seen;
    }
}
