package dev.customscheduler.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.customscheduler.runtime.testing.Comparison;
import dev.customscheduler.runtime.testing.Comparison.Round;
import dev.customscheduler.runtime.testing.Comparison.Seen;
import dev.customscheduler.runtime.testing.Comparison.Who;
import dev.customscheduler.runtime.testing.Manifests;
import dev.customscheduler.runtime.testing.Nominations;
import dev.customscheduler.runtime.testing.Provisioner;
import dev.customscheduler.testbed.TestBed;
import dev.customscheduler.testbed.fake.FakeNode;
import dev.customscheduler.testbed.junit.TestBedTest;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * Pods with volumes of every kind, on the real API server with the real volume controller and a provisioner that
 * succeeds or fails as its claim says: first by the real kube-scheduler, then by the runtime. Nodes, events,
 * conditions, nominations on the way, and what is written into claims and volumes are the same.
 */
@TestBedTest(own = VolumeComparisonTest.Alone.class)
class VolumeComparisonTest {
    private static final String PROFILE = "volumes-scheduler";
    private static final String IMPATIENT = "impatient-scheduler";

    static final class Alone implements UnaryOperator<TestBed.Builder> {
        @Override
        public TestBed.Builder apply(TestBed.Builder builder) {
            return builder.controllerManager("ephemeral-volume-controller");
        }
    }

    private static final String PROFILES = """
            profiles:
            - schedulerName: %s
            - schedulerName: %s
              pluginConfig:
              - name: VolumeBinding
                args: {bindTimeoutSeconds: 3}
            """.formatted(PROFILE, IMPATIENT);

    private static final String CLASSES = """
            apiVersion: v1
            kind: List
            items:
            - {apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: at-once},
               provisioner: kubernetes.io/no-provisioner, volumeBindingMode: Immediate}
            - {apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: local},
               provisioner: kubernetes.io/no-provisioner, volumeBindingMode: WaitForFirstConsumer}
            - {apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: none-left},
               provisioner: kubernetes.io/no-provisioner, volumeBindingMode: WaitForFirstConsumer}
            - {apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: made},
               provisioner: test.example.com, volumeBindingMode: WaitForFirstConsumer}
            - apiVersion: storage.k8s.io/v1
              kind: StorageClass
              metadata: {name: made-in-z2}
              provisioner: test.example.com
              volumeBindingMode: WaitForFirstConsumer
              allowedTopologies: [{matchLabelExpressions: [{key: topology.kubernetes.io/zone, values: [z2]}]}]
            - {apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: measured},
               provisioner: measured.example.com, volumeBindingMode: WaitForFirstConsumer}
            - apiVersion: storage.k8s.io/v1
              kind: CSIDriver
              metadata: {name: measured.example.com}
              spec: {storageCapacity: true}
            """;

    private static String capacity(String namespace, String zone, String size) {
        return """
                - apiVersion: storage.k8s.io/v1
                  kind: CSIStorageCapacity
                  metadata: {name: in-%2$s, namespace: %1$s}
                  storageClassName: measured
                  capacity: %3$s
                  nodeTopology: {matchLabels: {topology.kubernetes.io/zone: %2$s}}
                """.formatted(namespace, zone, size);
    }

    private static String volume(String name, String className, String size, String node, String more) {
        return """
                - apiVersion: v1
                  kind: PersistentVolume
                  metadata: {name: %1$s, labels: {test: volumes}}
                  spec:
                    accessModes: [ReadWriteOnce]
                    capacity: {storage: %3$s}
                    storageClassName: %2$s
                    persistentVolumeReclaimPolicy: Retain
                    local: {path: /none}
                    nodeAffinity:
                      required: {nodeSelectorTerms: [{matchExpressions: [{key: kubernetes.io/hostname, operator: In, values: [%4$s]}]}]}
                    %5$s
                """.formatted(name, className, size, node, more);
    }

    private static String claim(String name, String className, String size, String fate) {
        return """
                - apiVersion: v1
                  kind: PersistentVolumeClaim
                  metadata: {name: %1$s, labels: {fate: "%4$s"}, annotations: {kept: "yes"}}
                  spec:
                    accessModes: [ReadWriteOnce]
                    storageClassName: %2$s
                    resources: {requests: {storage: %3$s}}
                """.formatted(name, className, size, fate);
    }

    private static String pod(String name, String scheduler, String node, List<String> claims) {
        StringBuilder volumes = new StringBuilder();
        for (String claim : claims) {
            volumes.append("    - {name: ")
                    .append(claim)
                    .append(", persistentVolumeClaim: {claimName: ")
                    .append(claim)
                    .append("}}\n");
        }
        return """
                - apiVersion: v1
                  kind: Pod
                  metadata: {name: %1$s}
                  spec:
                    schedulerName: %2$s
                    nodeSelector: {%3$s}
                    containers: [{name: c, image: none, resources: {requests: {cpu: 100m}}}]
                    volumes:
                """.formatted(name, scheduler, node.isEmpty() ? "" : "kubernetes.io/hostname: " + node) + volumes;
    }

    private static String pod(String name, String... claims) {
        return pod(name, PROFILE, "", List.of(claims));
    }

    /** A pod on a node of its own with a claim of its own that meets with {@code fate}. */
    private static String fated(String name, String scheduler, String node, String fate) {
        return claim(name, "made", "1Gi", fate) + pod(name, scheduler, node, List.of(name));
    }

    private static String objects() {
        return "apiVersion: v1\nkind: List\nitems:\n"
                + volume("bound", "at-once", "1Gi", "n2", "")
                + claim("bound", "at-once", "1Gi", "")
                + pod("bound", "bound")
                + claim("unbound", "at-once", "500Gi", "")
                + pod("unbound", "unbound")
                + volume("local-1", "local", "5Gi", "n1", "")
                + volume("local-3", "local", "10Gi", "n3", "")
                + volume("local-4", "local", "20Gi", "n4", "")
                + volume("local-4b", "local", "25Gi", "n4", "")
                + claim("static-a", "local", "4Gi", "")
                + pod("static-a", "static-a")
                + claim("static-b", "local", "15Gi", "")
                + claim("static-c", "local", "12Gi", "")
                + pod("static-two", "static-b", "static-c")
                + volume("none-left", "none-left", "1Gi", "n5", "")
                + claim("none-left", "none-left", "2Gi", "")
                + pod("none-left", "none-left")
                + claim("dynamic", "made", "1Gi", "provision")
                + pod("dynamic", "dynamic")
                + claim("dynamic-zone", "made-in-z2", "1Gi", "provision")
                + pod("dynamic-zone", "dynamic-zone")
                + claim("mixed-local", "local", "6Gi", "")
                + claim("mixed-made", "made", "1Gi", "provision")
                + pod("mixed", "mixed-local", "mixed-made")
                + claim("measured", "measured", "5Gi", "provision")
                + pod("measured", "measured")
                + claim("too-large", "measured", "50Gi", "provision")
                + pod("too-large", "too-large")
                + pod("missing", "missing")
                + fated("fails", PROFILE, "f0", "fail")
                + fated("loses-claim", PROFILE, "f1", "delete-claim")
                + fated("deleted", PROFILE, "f2", "delete-pod")
                + fated("elsewhere", PROFILE, "f3", "elsewhere")
                + fated("ignored", IMPATIENT, "f4", "ignore")
                + """
                - apiVersion: v1
                  kind: Pod
                  metadata: {name: ephemeral}
                  spec:
                    schedulerName: %s
                    containers: [{name: c, image: none}]
                    volumes:
                    - name: scratch
                      ephemeral:
                        volumeClaimTemplate:
                          metadata: {labels: {fate: provision}}
                          spec: {accessModes: [ReadWriteOnce], storageClassName: made, resources: {requests: {storage: 1Gi}}}
                """.formatted(PROFILE);
    }

    /** What there is to be seen when all is done. */
    private record Outcome(
            Map<String, Seen> pods,
            Map<String, List<String>> events,
            Map<String, List<String>> nominations,
            Map<String, String> claims,
            Map<String, String> volumes) {}

    @Test
    void bindsVolumesAsKubeSchedulerDoes(TestBed bed) {
        List<FakeNode> nodes = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            nodes.add(FakeNode.of("n" + i).label("topology.kubernetes.io/zone", "z" + i / 2));
        }
        bed.fakeNodes().add(nodes);
        Manifests.create(bed, "default", CLASSES);
        Comparison comparison = new Comparison(bed, "volumes", file -> Comparison.oneAttempt(file, PROFILES));
        Manifests.create(
                bed,
                comparison.namespace(),
                "apiVersion: v1\nkind: List\nitems:\n"
                        + capacity(comparison.namespace(), "z0", "1Gi")
                        + capacity(comparison.namespace(), "z1", "10Gi")
                        + capacity(comparison.namespace(), "z2", "4Gi"));
        Outcome real = round(bed, comparison, Who.KUBE_SCHEDULER);
        Outcome runtime = round(bed, comparison, Who.RUNTIME);
        System.out.println("volumes: " + real.pods().size() + " pods, "
                + real.pods().values().stream()
                        .filter(seen -> !seen.node().isEmpty())
                        .count()
                + " bound");
        assertThat(runtime.pods()).isEqualTo(real.pods());
        assertThat(runtime.events()).isEqualTo(real.events());
        assertThat(runtime.nominations()).isEqualTo(real.nominations());
        assertThat(runtime.claims()).isEqualTo(real.claims());
        assertThat(runtime.volumes()).isEqualTo(real.volumes());
    }

    private static Outcome round(TestBed bed, Comparison comparison, Who who) {
        String namespace = comparison.namespace();
        List<FakeNode> own = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            own.add(FakeNode.of("f" + i).taint("own", "", "PreferNoSchedule"));
        }
        var created = bed.fakeNodes().add(own);
        Manifests.create(bed, namespace, objects());
        await().atMost(Comparison.PATIENCE)
                .until(() -> claims(bed, namespace).getOrDefault("bound", "").contains("Bound")
                        && claims(bed, namespace).containsKey("ephemeral-scratch"));
        try (Provisioner provisioner = new Provisioner(bed.client(), namespace);
                Nominations nominations = new Nominations(bed.client(), namespace);
                Round round = comparison.start(who)) {
            round.await(
                    "decided",
                    () -> comparison.told() && comparison.events().containsKey("deleted") && provisioner.idle());
            return new Outcome(
                    comparison.look(), comparison.events(), nominations.seen(), claims(bed, namespace), volumes(bed));
        } finally {
            bed.client().persistentVolumes().withLabel("test", "volumes").delete();
            await().atMost(Comparison.PATIENCE).until(() -> volumes(bed).isEmpty());
            bed.fakeNodes().remove(created);
        }
    }

    private static Map<String, String> claims(TestBed bed, String namespace) {
        Map<String, String> claims = new TreeMap<>();
        for (PersistentVolumeClaim claim : bed.client()
                .persistentVolumeClaims()
                .inNamespace(namespace)
                .list()
                .getItems()) {
            Map<String, String> annotations =
                    new TreeMap<>(Objects.requireNonNullElse(claim.getMetadata().getAnnotations(), Map.of()));
            // The volume controller's; whether it comes to it depends on how fast the provisioner is.
            annotations.keySet().removeIf(key -> key.endsWith("storage-provisioner"));
            claims.put(
                    claim.getMetadata().getName(),
                    claim.getStatus().getPhase() + " to " + claim.getSpec().getVolumeName() + " " + annotations);
        }
        return claims;
    }

    private static Map<String, String> volumes(TestBed bed) {
        Map<String, String> volumes = new TreeMap<>();
        for (PersistentVolume volume : bed.client()
                .persistentVolumes()
                .withLabel("test", "volumes")
                .list()
                .getItems()) {
            ObjectReference claim = volume.getSpec().getClaimRef();
            Map<String, String> annotations = new TreeMap<>(
                    Objects.requireNonNullElse(volume.getMetadata().getAnnotations(), Map.of()));
            volumes.put(
                    volume.getMetadata().getName(),
                    volume.getStatus().getPhase() + " " + annotations
                            + (claim == null
                                    ? ""
                                    : String.join(
                                            " ",
                                            claim.getApiVersion(),
                                            claim.getKind(),
                                            claim.getNamespace(),
                                            claim.getName(),
                                            claim.getUid() == null ? "no UID" : "with UID",
                                            Objects.toString(claim.getFieldPath()),
                                            claim.getResourceVersion() == null ? "no version" : "with version")));
        }
        return volumes;
    }
}
