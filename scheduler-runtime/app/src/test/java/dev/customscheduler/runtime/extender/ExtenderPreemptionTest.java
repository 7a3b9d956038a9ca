package dev.customscheduler.runtime.extender;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.customscheduler.runtime.testing.Comparison;
import dev.customscheduler.runtime.testing.Comparison.Seen;
import dev.customscheduler.runtime.testing.Comparison.Who;
import dev.customscheduler.runtime.testing.ExtenderServer;
import dev.customscheduler.runtime.testing.Pods;
import dev.customscheduler.testbed.TestBed;
import dev.customscheduler.testbed.fake.FakeNode;
import dev.customscheduler.testbed.junit.TestBedTest;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClassBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/**
 * Preemption with extenders that have a say in it, and resources that are an extender's alone: first by the real
 * kube-scheduler, then by the runtime, with the same outcome for the same questions.
 */
@TestBedTest(own = TestBedTest.ControllerManager.class)
class ExtenderPreemptionTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String PROFILE = "extended-preemptor";
    private static final int NODES = 5;

    /**
     * What was seen of the pods, and what the extender was asked: by node the victims that the scheduler has in mind.
     */
    private record Outcome(Map<String, Seen> pods, List<String> deleting, List<String> questions) {
        Seen of(String pod) {
            return requireNonNull(pods.get(pod));
        }
    }

    @Test
    void theExtenderChoosesTheNodeAndItsVictims(TestBed bed) throws Exception {
        List<FakeNode> nodes = new ArrayList<>();
        for (int i = 0; i < NODES; i++) {
            // The last is by far the emptiest: ties of nodes that extenders saw are broken by chance.
            nodes.add(FakeNode.of("e" + i).cpu("4").memory(i == NODES - 1 ? "512Gi" : "8Gi"));
        }
        bed.fakeNodes().add(nodes);
        bed.client()
                .resource(new PriorityClassBuilder()
                        .withNewMetadata()
                        .withName("important")
                        .endMetadata()
                        .withValue(1000)
                        .build())
                .create();
        Outcome byUid = compare(bed, "by-uid", true);
        assertThat(byUid.deleting()).containsExactly("seat-3-1");
        assertThat(byUid.of("urgent").nominated()).isEqualTo("e3");
        assertThat(byUid.of("foreign").node()).isEqualTo("e4");
        Outcome whole = compare(bed, "whole", false);
        assertThat(whole.deleting()).containsExactly("seat-3-1");
        assertThat(whole.questions()).isEqualTo(byUid.questions());
    }

    private static Outcome compare(TestBed bed, String prefix, boolean byUid) throws Exception {
        try (ExtenderServer server = ExtenderServer.http()) {
            Comparison comparison = new Comparison(
                    bed,
                    prefix,
                    kubeconfig -> Comparison.oneAttempt(kubeconfig, """
                            extenders:
                            - urlPrefix: "%s"
                              filterVerb: filter
                              preemptVerb: preempt
                              nodeCacheCapable: %s
                              managedResources:
                              - {name: example.com/licence, ignoredByScheduler: true}
                            profiles:
                            - schedulerName: %s
                            """.formatted(server.url(), byUid, PROFILE)));
            Outcome real = round(bed, comparison, server, byUid, Who.KUBE_SCHEDULER);
            Outcome ours = round(bed, comparison, server, byUid, Who.RUNTIME);
            assertThat(ours.questions()).as("questions").isEqualTo(real.questions());
            assertThat(ours.deleting()).as("victims").isEqualTo(real.deleting());
            for (Map.Entry<String, Seen> entry : real.pods().entrySet()) {
                assertThat(ours.pods().get(entry.getKey())).as(entry.getKey()).isEqualTo(entry.getValue());
            }
            return real;
        }
    }

    private static Outcome round(TestBed bed, Comparison comparison, ExtenderServer server, boolean byUid, Who who) {
        String namespace = comparison.namespace();
        Map<String, String> names = new ConcurrentHashMap<>();
        for (int node = 0; node < NODES; node++) {
            for (int seat = 0; seat < 2; seat++) {
                Pod pod = Pods.of(namespace, "seat-" + node + "-" + seat, "nobody", "1900m")
                        .build();
                pod.getSpec().setNodeName("e" + node);
                Pod made = bed.client().resource(pod).create();
                names.put(made.getMetadata().getUid(), made.getMetadata().getName());
                String started = "2026-01-0" + (seat + 1) + "T00:00:00Z";
                bed.client().resource(made).editStatus(p -> {
                    p.getStatus().setStartTime(started);
                    return p;
                });
            }
        }
        bed.client().resource(urgent(namespace)).create();
        bed.client().resource(foreign(namespace)).create();
        List<String> questions = new ArrayList<>();
        server.on(
                "filter",
                question -> byUid
                        ? MAPPER.createObjectNode()
                                .set("NodeNames", question.get("NodeNames"))
                                .toString()
                        : MAPPER.createObjectNode()
                                .set("Nodes", question.get("Nodes"))
                                .toString());
        server.on("preempt", question -> answer(question, byUid, names, questions));
        try (Comparison.Round round = comparison.start(who)) {
            round.await("the preemptor has a nominated node and a victim is on its way", () -> {
                Seen urgent = comparison.look().get("urgent");
                return urgent != null
                        && urgent.nominated().startsWith("e")
                        && comparison.events().keySet().containsAll(List.of("urgent", "foreign"))
                        && !comparison.terminating().isEmpty()
                        && comparison.events().containsKey("seat-3-1");
            });
            Map<String, Seen> pods = new TreeMap<>();
            comparison.look().forEach((name, seen) -> pods.put(name, told(seen)));
            synchronized (questions) {
                return new Outcome(pods, List.copyOf(comparison.terminating()), List.copyOf(questions));
            }
        }
    }

    /** Victims are told who took their place by a UID, which is another one in each round. */
    private static Seen told(Seen seen) {
        List<String> events = new ArrayList<>();
        seen.events().forEach(event -> events.add(event.replaceAll("by pod [0-9a-f-]{36}", "by pod UID")));
        return new Seen(seen.node(), seen.nominated(), seen.conditions(), events);
    }

    /** Leaves the fourth node, and on it the first victim of those that the scheduler named. */
    private static String answer(JsonNode question, boolean byUid, Map<String, String> names, List<String> questions) {
        JsonNode victims = question.get(byUid ? "NodeNameToMetaVictims" : "NodeNameToVictims");
        TreeSet<String> asked = new TreeSet<>();
        ObjectNode answer = MAPPER.createObjectNode();
        victims.properties().forEach(node -> {
            TreeMap<String, String> uids = new TreeMap<>();
            for (JsonNode pod : node.getValue().get("Pods")) {
                String uid = byUid
                        ? pod.get("UID").asText()
                        : pod.at("/metadata/uid").asText();
                uids.put(names.getOrDefault(uid, "unknown " + uid), uid);
            }
            asked.add(node.getKey() + " " + uids.keySet() + ", "
                    + node.getValue().path("NumPDBViolations").asInt() + " violations");
            if (node.getKey().equals("e3")) {
                ObjectNode kept = answer.putObject("NodeNameToMetaVictims").putObject("e3");
                ArrayNode pods = kept.putArray("Pods");
                pods.addObject().put("UID", uids.firstEntry().getValue());
            }
        });
        synchronized (questions) {
            questions.add(question.at("/Pod/metadata/name").asText() + ": " + asked);
        }
        return answer.toString();
    }

    private static Pod urgent(String namespace) {
        return new PodBuilder(Pods.of(namespace, "urgent", PROFILE, "2").build())
                .editSpec()
                .withPriorityClassName("important")
                .editFirstContainer()
                .editResources()
                .addToRequests("example.com/licence", new Quantity("1"))
                .addToLimits("example.com/licence", new Quantity("1"))
                .endResources()
                .endContainer()
                .endSpec()
                .build();
    }

    /** A pod that asks for what no node has and only the extender knows. */
    private static Pod foreign(String namespace) {
        return new PodBuilder(Pods.of(namespace, "foreign", PROFILE, "10m").build())
                .editSpec()
                .editFirstContainer()
                .editResources()
                .addToRequests("example.com/licence", new Quantity("3"))
                .addToLimits("example.com/licence", new Quantity("3"))
                .endResources()
                .endContainer()
                .endSpec()
                .build();
    }
}
