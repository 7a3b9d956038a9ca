package dev.customscheduler.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.customscheduler.runtime.testing.Comparison;
import dev.customscheduler.runtime.testing.Comparison.Round;
import dev.customscheduler.runtime.testing.Comparison.Who;
import dev.customscheduler.runtime.testing.Manifests;
import dev.customscheduler.runtime.testing.Scrape;
import dev.customscheduler.testbed.TestBed;
import dev.customscheduler.testbed.fake.FakeNode;
import dev.customscheduler.testbed.junit.TestBedTest;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Preemption on the real API server with the real disruption controller, first by the real kube-scheduler, then by the
 * runtime: the same victims with the same conditions and grace, the same nominations, events and messages, a more
 * important preemptor that takes a nomination away, and pods that get their nodes when the victims are gone. Afterwards
 * both serve the same metrics: names, types, labels and buckets, and the same events of the queue.
 */
@TestBedTest(own = TestBedTest.ControllerManager.class)
class PreemptionComparisonTest {
    private static final String PROFILE = "preempting-scheduler";

    /** Of things that the runtime does not do: batches, and hints for many pods at once. */
    private static final Set<String> NOT_HERE = Set.of(
            "scheduler_batch_attempts_total",
            "scheduler_batch_cache_flushed_total",
            "scheduler_get_node_hint_duration_seconds",
            "scheduler_store_schedule_results_duration_seconds");

    private static String pod(String name, String node, String cpu, int priority, String more) {
        return """
                - apiVersion: v1
                  kind: Pod
                  metadata: {name: %1$s, labels: {app: %1$s}}
                  spec:
                    schedulerName: %2$s
                    nodeName: "%3$s"
                    priorityClassName: level-%5$d
                    terminationGracePeriodSeconds: 7
                    containers: [{name: c, image: none, resources: {requests: {cpu: %4$s}}}]
                    %6$s
                """.formatted(name, PROFILE, node, cpu, priority, more);
    }

    private static String classes() {
        StringBuilder all = new StringBuilder("apiVersion: v1\nkind: List\nitems:\n");
        for (int level : List.of(1, 2, 50, 60, 100, 200)) {
            all.append("- {apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: level-")
                    .append(level)
                    .append("}, value: ")
                    .append(level)
                    .append("}\n");
        }
        return all.append(
                        "- {apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: level-99}, value: 99,"
                                + " preemptionPolicy: Never}\n")
                .toString();
    }

    /** What there is to be seen at three times, and the metrics in the end. */
    private record Outcome(List<SortedMap<String, List<String>>> seen, Scrape metrics) {}

    @Test
    void preemptsAndMeasuresAsKubeSchedulerDoes(TestBed bed) throws IOException, GeneralSecurityException {
        List<FakeNode> nodes = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            nodes.add(FakeNode.of("p" + i).cpu(i == 1 ? "3" : "2"));
        }
        bed.fakeNodes().add(nodes);
        Manifests.create(bed, "default", classes());
        Comparison comparison = new Comparison(
                bed, "preempting", file -> Comparison.retrying(file, "profiles: [{schedulerName: " + PROFILE + "}]\n"));
        Manifests.create(bed, comparison.namespace(), """
                apiVersion: policy/v1
                kind: PodDisruptionBudget
                metadata: {name: guarded}
                spec: {minAvailable: 1, selector: {matchLabels: {app: guarded}}}
                """);
        Outcome real = round(bed, comparison, Who.KUBE_SCHEDULER);
        Outcome runtime = round(bed, comparison, Who.RUNTIME);
        for (int i = 0; i < real.seen().size(); i++) {
            System.out.println("preemption, at " + i + ": " + real.seen().get(i));
            assertThat(runtime.seen().get(i))
                    .as("at " + i)
                    .isEqualTo(real.seen().get(i));
        }
        compare(real.metrics(), runtime.metrics());
    }

    private static void create(TestBed bed, String namespace, String... pods) {
        Manifests.create(bed, namespace, Manifests.list(pods));
    }

    private static Outcome round(TestBed bed, Comparison comparison, Who who)
            throws IOException, GeneralSecurityException {
        String namespace = comparison.namespace();
        create(
                bed,
                namespace,
                pod("low-a", "p1", "1", 1, ""),
                pod("low-b", "p1", "1", 2, ""),
                pod("spared", "p1", "1", 60, ""),
                pod("middle", "p2", "2", 50, ""),
                pod("guarded", "p3", "2", 1, ""),
                pod("high", "", "2", 100, ""));
        List<SortedMap<String, List<String>>> seen = new ArrayList<>();
        try (Round round = comparison.start(who)) {
            round.await(
                    "high evicts the two low ones",
                    () -> comparison.terminating().equals(Set.of("low-a", "low-b"))
                            && nominated(bed, namespace, "high").equals("p1")
                            && events(bed, namespace).containsKey("low-a")
                            && events(bed, namespace).containsKey("low-b")
                            && events(bed, namespace).containsKey("high"));
            create(bed, namespace, pod("never", "", "2", 99, ""));
            round.await("never is refused", () -> events(bed, namespace).containsKey("never"));
            seen.add(look(bed, namespace));
            create(bed, namespace, pod("higher", "", "3", 200, ""));
            round.await(
                    "higher takes high's place and one more, and high evicts the middle one",
                    () -> comparison.terminating().equals(Set.of("low-a", "low-b", "spared", "middle"))
                            && nominated(bed, namespace, "higher").equals("p1")
                            && nominated(bed, namespace, "high").equals("p2")
                            && events(bed, namespace).containsKey("middle")
                            && events(bed, namespace).containsKey("higher"));
            seen.add(look(bed, namespace));
            for (String victim : comparison.terminating()) {
                bed.client()
                        .pods()
                        .inNamespace(namespace)
                        .withName(victim)
                        .withGracePeriod(0)
                        .delete();
            }
            round.await(
                    "both get their nodes",
                    () -> node(bed, namespace, "higher").equals("p1")
                            && node(bed, namespace, "high").equals("p2")
                            && isBound(bed, namespace, "high")
                            && isBound(bed, namespace, "higher"));
            // Whether the pods are tried in vain between two of the deletions depends on time.
            SortedMap<String, List<String>> last = look(bed, namespace);
            last.values().forEach(lines -> lines.removeIf(line -> line.contains("FailedScheduling")));
            seen.add(last);
            return new Outcome(seen, round.scrape());
        }
    }

    private static List<Pod> pods(TestBed bed, String namespace) {
        return bed.client().pods().inNamespace(namespace).list().getItems();
    }

    private static String nominated(TestBed bed, String namespace, String name) {
        Pod pod = bed.client().pods().inNamespace(namespace).withName(name).get();
        return String.valueOf(pod.getStatus().getNominatedNodeName());
    }

    private static String node(TestBed bed, String namespace, String name) {
        Pod pod = bed.client().pods().inNamespace(namespace).withName(name).get();
        return String.valueOf(pod.getSpec().getNodeName());
    }

    private static boolean isBound(TestBed bed, String namespace, String name) {
        return events(bed, namespace)
                .getOrDefault(name, new TreeSet<>())
                .toString()
                .contains("| Scheduled |");
    }

    private static Map<String, SortedSet<String>> events(TestBed bed, String namespace) {
        Map<String, SortedSet<String>> events = new TreeMap<>();
        for (Event event : bed.client()
                .events()
                .v1()
                .events()
                .inNamespace(namespace)
                .list()
                .getItems()) {
            if (!event.getRegarding().getKind().equals("Pod")) {
                continue;
            }
            String text = String.join(
                    " | ",
                    event.getType(),
                    event.getReason(),
                    event.getAction(),
                    event.getReportingController(),
                    event.getNote(),
                    event.getRelated() == null
                            ? "related to nothing"
                            : "related to " + event.getRelated().getKind() + " "
                                    + event.getRelated().getName());
            events.computeIfAbsent(event.getRegarding().getName(), name -> new TreeSet<>())
                    .add(text);
        }
        return events;
    }

    /** Of each pod what users see, with pods' UIDs replaced by their names. How often an event came depends on time. */
    private static SortedMap<String, List<String>> look(TestBed bed, String namespace) {
        SortedMap<String, List<String>> seen = new TreeMap<>();
        Map<String, String> names = new TreeMap<>();
        Map<String, SortedSet<String>> events = events(bed, namespace);
        for (Pod pod : pods(bed, namespace)) {
            String name = pod.getMetadata().getName();
            names.put(pod.getMetadata().getUid(), name);
            List<String> lines = new ArrayList<>();
            lines.add("on " + pod.getSpec().getNodeName() + ", nominated to "
                    + pod.getStatus().getNominatedNodeName() + ", grace "
                    + pod.getMetadata().getDeletionGracePeriodSeconds());
            pod.getStatus().getConditions().forEach(c -> {
                if (!c.getType().equals("PodScheduled") || c.getStatus().equals("True")) {
                    lines.add(String.join(
                            " | ",
                            c.getType(),
                            c.getStatus(),
                            String.valueOf(c.getReason()),
                            String.valueOf(c.getMessage()),
                            "observed generation " + c.getObservedGeneration()));
                }
            });
            lines.addAll(events.getOrDefault(name, new TreeSet<>()));
            seen.put(name, lines);
        }
        seen.values()
                .forEach(lines -> lines.replaceAll(line -> {
                    String text = line;
                    for (Map.Entry<String, String> uid : names.entrySet()) {
                        text = text.replaceAll(Pattern.quote(uid.getKey()), "UID of " + uid.getValue());
                    }
                    return text;
                }));
        return seen;
    }

    private static void compare(Scrape real, Scrape runtime) {
        List<String> missing = new ArrayList<>();
        int compared = 0;
        for (Map.Entry<String, Scrape.Family> entry : real.families().entrySet()) {
            String name = entry.getKey();
            if (!name.startsWith("scheduler_") || NOT_HERE.contains(name)) {
                continue;
            }
            Scrape.Family theirs = entry.getValue();
            Scrape.Family ours = runtime.families().get(name);
            if (ours == null) {
                missing.add(name + " " + theirs.samples().keySet());
                continue;
            }
            assertThat(ours.type()).as(name).isEqualTo(theirs.type());
            assertThat(ours.labels()).as(name).isEqualTo(theirs.labels());
            assertThat(ours.bounds()).as(name).isEqualTo(theirs.bounds());
            compared++;
        }
        System.out.println("metrics: " + compared + " families alike, missing " + missing);
        assertThat(missing).isEmpty();
        for (String name :
                List.of("scheduler_queue_incoming_pods_total", "scheduler_event_handling_duration_seconds")) {
            assertThat(family(runtime, name).values("event"))
                    .as(name)
                    .isEqualTo(family(real, name).values("event"));
        }
        for (String name : List.of("scheduler_unschedulable_pods", "scheduler_plugin_evaluation_total")) {
            assertThat(family(runtime, name).values("plugin"))
                    .as(name)
                    .containsAll(family(real, name).values("plugin"));
        }
        assertThat(family(runtime, "scheduler_framework_extension_point_duration_seconds")
                        .values("extension_point"))
                .isEqualTo(family(real, "scheduler_framework_extension_point_duration_seconds")
                        .values("extension_point"));
    }

    private static Scrape.Family family(Scrape scrape, String name) {
        Scrape.Family family = Objects.requireNonNull(scrape.families().get(name), name);
        return family;
    }
}
