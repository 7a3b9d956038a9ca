package dev.customscheduler.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.customscheduler.runtime.testing.Comparison;
import dev.customscheduler.runtime.testing.Comparison.Round;
import dev.customscheduler.runtime.testing.Comparison.Seen;
import dev.customscheduler.runtime.testing.Comparison.Who;
import dev.customscheduler.runtime.testing.Manifests;
import dev.customscheduler.runtime.testing.Nominations;
import dev.customscheduler.testbed.TestBed;
import dev.customscheduler.testbed.fake.FakeNode;
import dev.customscheduler.testbed.junit.TestBedTest;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * A pod whose volumes are not there yet, so that it waits in PreBind, and a more important pod that needs its place:
 * the first is sent back, not deleted. First by the real kube-scheduler, then by the runtime.
 */
@TestBedTest(own = TestBedTest.ControllerManager.class)
class PreBindPreemptionTest {
    private static final String PROFILE = "patient-scheduler";
    private static final String NODE = "only";

    private static final String CLASSES = """
            apiVersion: v1
            kind: List
            items:
            - {apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: never-made},
               provisioner: nobody.example.com, volumeBindingMode: WaitForFirstConsumer}
            - {apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: urgent}, value: 1000}
            """;

    private static final String VICTIM = """
            apiVersion: v1
            kind: List
            items:
            - apiVersion: v1
              kind: PersistentVolumeClaim
              metadata: {name: scratch}
              spec:
                accessModes: [ReadWriteOnce]
                storageClassName: never-made
                resources: {requests: {storage: 1Gi}}
            - apiVersion: v1
              kind: Pod
              metadata: {name: victim}
              spec:
                schedulerName: %s
                containers: [{name: c, image: none, resources: {requests: {cpu: "2"}}}]
                volumes: [{name: scratch, persistentVolumeClaim: {claimName: scratch}}]
            """.formatted(PROFILE);

    private static final String PREEMPTOR = """
            apiVersion: v1
            kind: Pod
            metadata: {name: preemptor}
            spec:
              schedulerName: %s
              priorityClassName: urgent
              containers: [{name: c, image: none, resources: {requests: {cpu: "2"}}}]
            """.formatted(PROFILE);

    /** What users see in the end, and what the pods were nominated and bound to on the way. */
    private record Outcome(Map<String, Seen> pods, Map<String, List<String>> nominations) {}

    @Test
    void aPodInPreBindIsSentBackNotDeleted(TestBed bed) {
        bed.fakeNodes().add(List.of(FakeNode.of(NODE).cpu("2")));
        Manifests.create(bed, "default", CLASSES);
        Comparison comparison = new Comparison(
                bed, "prebind", file -> Comparison.retrying(file, "profiles: [{schedulerName: " + PROFILE + "}]\n"));
        Outcome real = round(bed, comparison, Who.KUBE_SCHEDULER);
        Outcome runtime = round(bed, comparison, Who.RUNTIME);
        System.out.println("preempted in PreBind: " + real);
        assertThat(Objects.requireNonNull(real.pods().get("victim")).events())
                .anyMatch(event -> event.contains("(in kube-scheduler memory)"))
                .anyMatch(event -> event.contains("preempted by DefaultPreemption"));
        assertThat(runtime.pods()).isEqualTo(real.pods());
        // The preemptor is bound within a millisecond: its nomination may be overtaken before it is written.
        assertThat(runtime.nominations().get("victim"))
                .isEqualTo(real.nominations().get("victim"));
    }

    private static Outcome round(TestBed bed, Comparison comparison, Who who) {
        String namespace = comparison.namespace();
        Manifests.create(bed, namespace, VICTIM);
        try (Nominations nominations = new Nominations(bed.client(), namespace);
                Round round = comparison.start(who)) {
            round.await(
                    "the victim waits in PreBind",
                    () -> selectedNode(bed, namespace).equals(NODE));
            Manifests.create(bed, namespace, PREEMPTOR);
            round.await(
                    "the preemptor has the place and the victim none",
                    () -> NODE.equals(pod(bed, namespace, "preemptor").getSpec().getNodeName())
                            && events(comparison, "preemptor").contains("Scheduled")
                            && pod(bed, namespace, "victim")
                                    .getStatus()
                                    .getConditions()
                                    .toString()
                                    .contains("Insufficient cpu"));
            assertThat(comparison.terminating()).isEmpty();
            return new Outcome(look(comparison), nominations.seen());
        }
    }

    private static Pod pod(TestBed bed, String namespace, String name) {
        return bed.client().pods().inNamespace(namespace).withName(name).get();
    }

    private static String selectedNode(TestBed bed, String namespace) {
        PersistentVolumeClaim claim = bed.client()
                .persistentVolumeClaims()
                .inNamespace(namespace)
                .withName("scratch")
                .get();
        Map<String, String> annotations = claim.getMetadata().getAnnotations();
        return annotations == null ? "" : annotations.getOrDefault("volume.kubernetes.io/selected-node", "");
    }

    private static String events(Comparison comparison, String pod) {
        return comparison.events().getOrDefault(pod, List.of()).toString();
    }

    /** How often each event was seen depends on time, and pods have other UIDs in each round. */
    private static Map<String, Seen> look(Comparison comparison) {
        Map<String, String> names = new TreeMap<>();
        comparison
                .pods()
                .forEach(pod ->
                        names.put(pod.getMetadata().getUid(), pod.getMetadata().getName()));
        Map<String, Seen> seen = comparison.look();
        seen.replaceAll((name, s) -> new Seen(
                s.node(),
                s.nominated(),
                s.conditions(),
                s.events().stream()
                        .map(event -> event.substring(0, event.lastIndexOf(" | ")))
                        .map(event -> named(event, names))
                        .distinct()
                        .toList()));
        return seen;
    }

    private static String named(String event, Map<String, String> names) {
        String text = event;
        for (Map.Entry<String, String> name : names.entrySet()) {
            text = text.replace(name.getKey(), "UID of " + name.getValue());
        }
        return text;
    }
}
