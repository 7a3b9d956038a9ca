package dev.customscheduler.runtime.extender;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.customscheduler.config.ConfigurationReader;
import dev.customscheduler.config.ConfigurationResult;
import dev.customscheduler.config.KubeSchedulerConfiguration;
import dev.customscheduler.config.Source;
import dev.customscheduler.config.Target;
import dev.customscheduler.engine.SchedulerObserver;
import dev.customscheduler.engine.decode.NodeDecoder;
import dev.customscheduler.engine.decode.PodDecoder;
import dev.customscheduler.engine.extender.Extender;
import dev.customscheduler.engine.extender.ExtenderReply;
import dev.customscheduler.engine.extender.Extenders;
import dev.customscheduler.framework.Code;
import dev.customscheduler.framework.NodeInfo;
import dev.customscheduler.framework.Status;
import dev.customscheduler.framework.model.Pod;
import dev.customscheduler.runtime.binding.Fence;
import dev.customscheduler.runtime.testing.ExtenderServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Extenders over HTTP against a real server. */
class HttpExtenderTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final List<String> failures = new ArrayList<>();

    private static KubeSchedulerConfiguration configuration(String extenders) {
        String yaml = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\nextenders:\n"
                + extenders.indent(0);
        ConfigurationResult read =
                ConfigurationReader.read(yaml.getBytes(StandardCharsets.UTF_8), Source.NONE, Target.bundled());
        assertThat(read).as(yaml + read).isInstanceOf(ConfigurationResult.Accepted.class);
        return ((ConfigurationResult.Accepted) read).configuration();
    }

    private static Extender one(String url, String fields) throws IOException {
        return HttpExtenders.of(configuration("- urlPrefix: " + url + "\n" + fields.indent(2)), Fence.OPEN)
                .list()
                .getFirst();
    }

    private Extenders all(String extenders) throws IOException {
        return new Extenders(
                HttpExtenders.of(configuration(extenders), Fence.OPEN).list(), new SchedulerObserver() {
                    @Override
                    public void extenderFailed(
                            String extender, String verb, String pod, String message, boolean ignored) {
                        failures.add(verb + (ignored ? " ignored: " : ": ") + message);
                    }
                });
    }

    private static Pod pod(String name, String resources) throws IOException {
        return new PodDecoder().read(MAPPER.readTree("""
                {"metadata": {"namespace": "space", "name": "%s", "uid": "uid-%s", "annotations": {"any": "thing"}},
                 "spec": {"containers": [{"name": "c", "resources": {"limits": {%s}}}]}}""".formatted(name, name, resources)));
    }

    private static List<NodeInfo> nodes(String... names) throws IOException {
        List<NodeInfo> nodes = new ArrayList<>();
        for (String name : names) {
            nodes.add(NodeInfo.of(new NodeDecoder().read(MAPPER.readTree("""
                    {"metadata": {"name": "%s", "annotations": {"rack": "r1"}},
                     "status": {"allocatable": {"cpu": "4"}}}""".formatted(name)))));
        }
        return nodes;
    }

    private static List<String> names(List<NodeInfo> nodes) {
        return nodes.stream().map(NodeInfo::name).toList();
    }

    private static <T> T given(ExtenderReply<T> reply) {
        assertThat(reply).isInstanceOf(ExtenderReply.Given.class);
        return ((ExtenderReply.Given<T>) reply).value();
    }

    private static String failed(ExtenderReply<?> reply) {
        assertThat(reply).isInstanceOf(ExtenderReply.Failed.class);
        return ((ExtenderReply.Failed<?>) reply).message();
    }

    @Test
    void sendsNamesToAnExtenderThatKnowsNodes() throws Exception {
        try (ExtenderServer server = ExtenderServer.http()) {
            List<JsonNode> asked = new ArrayList<>();
            server.on("pick", question -> {
                asked.add(question);
                return """
                        {"nodenames": ["b"], "FAILEDNODES": {"a": "no licence"},
                         "failedAndUnresolvableNodes": {"c": "no such board"}, "other": 1} trailing""";
            });
            Extender extender = one(server.url() + "/", "filterVerb: pick\nnodeCacheCapable: true");
            List<NodeInfo> sent = nodes("a", "b", "c");
            Extender.Filtered left = given(extender.filter(pod("p", ""), sent));

            assertThat(left.nodes()).containsExactly(sent.get(1));
            assertThat(left.failed()).isEqualTo(Map.of("a", "no licence"));
            assertThat(left.unresolvable()).isEqualTo(Map.of("c", "no such board"));
            assertThat(asked.getFirst().at("/Pod/metadata/annotations/any").asText())
                    .isEqualTo("thing");
            assertThat(asked.getFirst().get("Nodes").isNull()).isTrue();
            assertThat(asked.getFirst().get("NodeNames").toString()).isEqualTo("[\"a\",\"b\",\"c\"]");
        }
    }

    @Test
    void sendsWholeNodesToOthersAndTakesWhatTheySendBack() throws Exception {
        try (ExtenderServer server = ExtenderServer.http()) {
            List<JsonNode> asked = new ArrayList<>();
            server.on("pick", question -> {
                asked.add(question);
                return "{\"Nodes\": {\"items\": [" + question.at("/Nodes/items/1") + "]}}";
            });
            Extender extender = one(server.url(), "filterVerb: pick");
            Extender.Filtered left = given(extender.filter(pod("p", ""), nodes("a", "b")));

            assertThat(names(left.nodes())).containsExactly("b");
            assertThat(left.nodes().getFirst().allocatable().milliCpu()).isEqualTo(4000);
            assertThat(asked.getFirst().get("NodeNames").isNull()).isTrue();
            assertThat(asked.getFirst()
                            .at("/Nodes/items/0/metadata/annotations/rack")
                            .asText())
                    .isEqualTo("r1");
        }
    }

    @Test
    void namesWhatIsWrongWithAnAnswer() throws Exception {
        Map<String, String> wrong = new HashMap<>();
        wrong.put("", "empty answer");
        wrong.put("nonsense", "gave no JSON");
        wrong.put("[]", "the answer is not an object");
        wrong.put("{\"Error\": \"out of order\"}", "out of order");
        wrong.put("{\"NodeNames\": [\"x\"]}", "claims a filtered node \"x\" which is not found in the input node list");
        wrong.put("{\"NodeNames\": \"a\"}", "NodeNames is not an array but string");
        wrong.put("{\"FailedNodes\": {\"a\": 1}}", "FailedNodes is not an object of strings");
        try (ExtenderServer server = ExtenderServer.http()) {
            Extender extender = one(server.url(), "filterVerb: f\nnodeCacheCapable: true");
            for (Map.Entry<String, String> entry : wrong.entrySet()) {
                server.on("f", question -> entry.getKey());
                assertThat(failed(extender.filter(pod("p", ""), nodes("a"))))
                        .as(entry.getKey())
                        .contains(entry.getValue());
            }
            Extender scorer = one(server.url(), "prioritizeVerb: s\nweight: 1\nnodeCacheCapable: true");
            server.on("s", question -> "[{\"Host\": \"a\", \"Score\": 1.5}]");
            assertThat(failed(scorer.prioritize(pod("p", ""), nodes("a")))).contains("Score is not a whole number");
            server.on("s", question -> "null");
            assertThat(given(scorer.prioritize(pod("p", ""), nodes("a")))).isEmpty();
            Extender absent = one(server.url(), "filterVerb: absent");
            assertThat(failed(absent.filter(pod("p", ""), nodes("a"))))
                    .isEqualTo("failed absent with extender at URL " + server.url() + "/absent, code 500");
        }
    }

    @Test
    void waitsNoLongerThanTheTimeoutAlsoForTheBody() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        try (ExtenderServer server = ExtenderServer.http()) {
            server.on("f", question -> {
                end.await();
                return "{}";
            });
            Extender extender = one(server.url(), "filterVerb: f\nhttpTimeout: 200ms");
            assertThat(failed(extender.filter(pod("p", ""), nodes("a"))))
                    .isEqualTo("Post \"" + server.url() + "/f\": no answer within 200 ms");
        } finally {
            end.countDown();
        }
        Extender gone = one("http://127.0.0.1:1", "filterVerb: f");
        assertThat(failed(gone.filter(pod("p", ""), nodes("a"))))
                .startsWith("Post \"http://127.0.0.1:1/f\": ")
                .containsIgnoringCase("refused");
    }

    @Test
    void goesOnWithoutAnIgnorableExtenderAndAsksItLast() throws Exception {
        try (ExtenderServer server = ExtenderServer.http()) {
            server.on("first", question -> "{\"NodeNames\": [\"b\", \"c\"], \"FailedNodes\": {\"a\": \"full\"}}");
            Extenders extenders = all("""
                    - {urlPrefix: "%1$s", filterVerb: broken, ignorable: true, nodeCacheCapable: true}
                    - {urlPrefix: "%1$s", filterVerb: first, nodeCacheCapable: true}
                    """.formatted(server.url()));
            Extenders.Passed passed = extenders.filter(pod("p", ""), nodes("a", "b", "c"));
            assertThat(passed.error()).isNull();
            assertThat(names(passed.nodes())).containsExactly("b", "c");
            assertThat(passed.refused()).isEqualTo(Map.of("a", Status.of(Code.Unschedulable, "", "full")));
            assertThat(server.calls()).containsExactly("first p", "broken p");
            assertThat(failures).singleElement().asString().startsWith("filter ignored: failed broken with extender");

            Extenders strict = all("- {urlPrefix: \"" + server.url() + "\", filterVerb: broken}");
            Status error = strict.filter(pod("p", ""), nodes("a")).error();
            assertThat(error).isNotNull();
            assertThat(error.code()).isEqualTo(Code.Error);
            assertThat(error.message()).startsWith("failed broken with extender at URL");
        }
    }

    @Test
    void asksOnlyForPodsThatAskForAManagedResource() throws Exception {
        try (ExtenderServer server = ExtenderServer.http()) {
            server.on("f", question -> "{\"NodeNames\": []}");
            Extenders extenders = all("""
                    - urlPrefix: "%s"
                      filterVerb: f
                      nodeCacheCapable: true
                      managedResources: [{name: example.com/board}]
                    """.formatted(server.url()));
            assertThat(extenders
                            .filter(pod("plain", "\"cpu\": \"1\""), nodes("a"))
                            .nodes())
                    .hasSize(1);
            assertThat(extenders
                            .filter(pod("boarded", "\"example.com/board\": \"1\""), nodes("a"))
                            .nodes())
                    .isEmpty();
            assertThat(server.calls()).containsExactly("f boarded");
        }
    }

    @Test
    void addsScoresTimesWeightTimesTenAndIgnoresAFailure() throws Exception {
        try (ExtenderServer server = ExtenderServer.http()) {
            server.on("s", question -> "[{\"host\": \"a\", \"score\": 3}, {\"Host\": \"b\", \"Score\": 10}]");
            Extenders extenders = all("""
                    - {urlPrefix: "%1$s", prioritizeVerb: s, weight: 2, nodeCacheCapable: true}
                    - {urlPrefix: "%1$s", prioritizeVerb: broken, weight: 5, nodeCacheCapable: true}
                    """.formatted(server.url()));
            Map<String, Long> sums = new HashMap<>();
            boolean all = extenders.prioritize(
                    pod("p", ""), nodes("a", "b", "c"), (extender, host, score) -> sums.merge(host, score, Long::sum));
            assertThat(all).isFalse();
            assertThat(sums).isEqualTo(Map.of("a", 60L, "b", 200L));
            assertThat(failures).singleElement().asString().startsWith("prioritize ignored: failed broken");
        }
    }

    @Test
    void bindsInTheBindPluginsPlaceUnlessItMayBeIgnored() throws Exception {
        try (ExtenderServer server = ExtenderServer.http()) {
            List<JsonNode> asked = new ArrayList<>();
            server.on("b", question -> {
                asked.add(question);
                return "{}";
            });
            String binder = "- {urlPrefix: \"" + server.url() + "\", bindVerb: %s, ignorable: %s}";
            assertThat(all(binder.formatted("b", false)).bind(pod("p", ""), "n"))
                    .isEqualTo(Status.success());
            assertThat(asked.getFirst())
                    .isEqualTo(MAPPER.readTree(
                            "{\"PodName\":\"p\",\"PodNamespace\":\"space\",\"PodUID\":\"uid-p\",\"Node\":\"n\"}"));

            server.on("b", question -> "{\"error\": \"node is on fire\"}");
            assertThat(all(binder.formatted("b", false)).bind(pod("p", ""), "n"))
                    .isEqualTo(Status.error("", "node is on fire"));
            assertThat(all(binder.formatted("b", true)).bind(pod("p", ""), "n")).isEqualTo(Status.skip());

            HttpExtenders fenced = HttpExtenders.of(configuration(binder.formatted("b", false)), () -> false);
            int before = server.calls().size();
            assertThat(failed(fenced.list().getFirst().bind(pod("p", ""), "n"))).contains("not the leader");
            assertThat(server.calls()).hasSize(before);
        }
    }

    @Test
    void sendsVictimsAndReadsWhatIsLeft() throws Exception {
        try (ExtenderServer server = ExtenderServer.http()) {
            List<JsonNode> asked = new ArrayList<>();
            server.on("p", question -> {
                asked.add(question);
                return "{\"NodeNameToMetaVictims\": {\"a\": {\"Pods\": [{\"UID\": \"uid-v\"}], \"NumPDBViolations\": 2}}}";
            });
            Map<String, Extender.Victims> victims = Map.of("a", new Extender.Victims(List.of(pod("v", "")), 1));
            Extender whole = one(server.url(), "preemptVerb: p");
            assertThat(given(whole.preempt(pod("p", ""), victims)))
                    .isEqualTo(Map.of("a", new Extender.VictimUids(List.of("uid-v"), 2)));
            assertThat(asked.getFirst()
                            .at("/NodeNameToVictims/a/Pods/0/metadata/name")
                            .asText())
                    .isEqualTo("v");
            assertThat(asked.getFirst().get("NodeNameToMetaVictims").isNull()).isTrue();

            Extender byUid = one(server.url(), "preemptVerb: p\nnodeCacheCapable: true");
            given(byUid.preempt(pod("p", ""), victims));
            assertThat(asked.get(1).at("/NodeNameToMetaVictims/a").toString())
                    .isEqualTo("{\"Pods\":[{\"UID\":\"uid-v\"}],\"NumPDBViolations\":1}");
        }
    }
}
