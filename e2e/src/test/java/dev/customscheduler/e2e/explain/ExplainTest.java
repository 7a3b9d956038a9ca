package dev.customscheduler.e2e.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.customscheduler.testbed.TestBed;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/**
 * Why pods are pending, or are where they are: {@code csched explain} asks a scheduler that the operator runs, through
 * the API server. Every situation is made here, and what is seen of it is what docs/explain.md shows.
 */
class ExplainTest extends ExplainScene {
    ExplainTest(TestBed bed) {
        super(bed);
    }

    @Test
    void fewerDomainsThanAConstraintDemands() throws IOException {
        made("spread-min-domains-3-of-2", "p2");
        assertThat(seen("min-domains", "p2", 0, "until something happens")).contains("with maxSkew 2");
    }

    @Test
    void aTaintedNodeThatCountsForSpreading() throws IOException {
        made("spread-tainted-node-ignored-policy", "p3");
        assertThat(seen("tainted-domain", "p3", 0, "until something happens"))
                .contains("the pod tolerates node-role.kubernetes.io/control-plane:NoSchedule");
    }

    @Test
    void podsWithoutRequestsCountInScores() throws IOException {
        made("no-requests-count-in-scoring", "incoming");
        awaitPlaced("incoming");
        assertThat(seen("no-requests", "incoming", 0, "TOTAL")).contains("is on node b");
    }

    @Test
    void aPodTooBigForEveryNode() throws IOException {
        nodes(
                node("node-1", "2"),
                node("node-2", "4").taint("node-role.kubernetes.io/control-plane", "", "NoSchedule"),
                node("node-3", "4"));
        pod("there", "3", "");
        awaitPlaced("there");
        pod("big", "3", "");
        String seen = seen("too-big", "big", 0, "until something happens");
        assertThat(seen)
                .contains("2 more cpu on node node-3")
                .contains("the pod tolerates node-role.kubernetes.io/control-plane:NoSchedule");
    }

    @Test
    void aTaintThatIsNotTolerated() throws IOException {
        nodes(
                node("node-1", "4").taint("team", "blue", "NoSchedule"),
                node("node-2", "4").taint("team", "red", "NoExecute"));
        pod("intolerant", "1", "");
        assertThat(seen("taint", "intolerant", 0, "until something happens"))
                .contains("the pod tolerates team=blue:NoSchedule");
    }

    @Test
    void ALabelThatNoNodeHas() throws IOException {
        nodes(node("node-1", "4"), node("node-2", "4").label("disk", "hdd"));
        pod("choosy", "1", "nodeSelector: {disk: ssd}");
        assertThat(seen("selector", "choosy", 0, "until something happens"))
                .contains("node node-1 with the label disk=ssd");
    }

    @Test
    void replicasThatKeepApart() throws IOException {
        nodes(node("node-1", "4"), node("node-2", "4"));
        apply("""
                apiVersion: apps/v1
                kind: ReplicaSet
                metadata: {name: web, namespace: %s}
                spec:
                  replicas: 2
                  selector: {matchLabels: {app: web}}
                  template:
                    metadata: {labels: {app: web}}
                    spec:
                      schedulerName: %s
                      containers: [{name: main, image: example.invalid/main}]
                """.formatted(shop, SCHEDULER), io.fabric8.kubernetes.api.model.apps.ReplicaSet.class);
        await().atMost(PATIENCE)
                .until(() -> client.pods().inNamespace(shop).list().getItems().stream()
                                .filter(p -> p.getSpec().getNodeName() != null)
                                .count()
                        == 2);
        pod("lonely", "1", """
                affinity:
                  podAntiAffinity:
                    requiredDuringSchedulingIgnoredDuringExecution:
                    - labelSelector: {matchLabels: {app: web}}
                      topologyKey: kubernetes.io/hostname
                """);
        assertThat(seen("anti-affinity", "lonely", 0, "until something happens"))
                .contains("one pod fewer of ReplicaSet shop/web");
    }

    @Test
    void spreadingThatCannotBe() throws IOException {
        String spread = """
                topologySpreadConstraints:
                - maxSkew: 1
                  topologyKey: topology.kubernetes.io/zone
                  whenUnsatisfiable: DoNotSchedule
                  labelSelector: {matchLabels: {app: foo}}
                """;
        nodes(
                node("node-1", "4").label("topology.kubernetes.io/zone", "z1"),
                node("node-2", "100m").label("topology.kubernetes.io/zone", "z2"));
        pod("foo-0", "500m", spread);
        awaitPlaced("foo-0");
        pod("foo-1", "500m", spread);
        assertThat(seen("spread", "foo-1", 0, "until something happens"))
                .contains("with maxSkew 2")
                .contains("one pod fewer (shop/foo-0 on node-1)");
    }

    @Test
    void aClaimThatIsNotBound() throws IOException {
        nodes(node("node-1", "4"));
        apply("""
                apiVersion: v1
                kind: PersistentVolumeClaim
                metadata: {name: imm, namespace: %s}
                spec: {storageClassName: "", accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
                """.formatted(shop), io.fabric8.kubernetes.api.model.PersistentVolumeClaim.class);
        pod("writer", "1", "volumes: [{name: v, persistentVolumeClaim: {claimName: imm}}]");
        assertThat(seen("claim", "writer", 0, "until something happens"))
                .contains("the claim shop/imm bound to a volume that the node reaches");
    }

    @Test
    void aHostPortThatIsTaken() throws IOException {
        nodes(node("node-1", "4"));
        String port = ", ports: [{containerPort: 8080, hostPort: 8080}]";
        pod(SCHEDULER, "holder", "1", "", port);
        awaitPlaced("holder");
        pod(SCHEDULER, "second", "1", "", port);
        assertThat(seen("host-port", "second", 0, "until something happens")).contains("shop/holder on node-1");
    }

    @Test
    void aPodThatIsHeldBack() throws IOException {
        nodes(node("node-1", "4"));
        pod("gated", "1", "schedulingGates: [{name: example.com/quota}]");
        assertThat(seen("gates", "gated", 0, "is held back"))
                .contains("the pod without the scheduling gate example.com/quota");
    }

    @Test
    void thePlaceOfAPod() throws IOException {
        nodes(node("node-1", "4"), node("node-2", "8"), node("node-3", "4").taint("team", "blue", "NoSchedule"));
        pod("there", "3", "nodeSelector: {kubernetes.io/hostname: node-2}");
        awaitPlaced("there");
        pod("placed", "1", "");
        awaitPlaced("placed");
        assertThat(seen("placed", "placed", 0, "TOTAL")).contains("2 of the 4 nodes that were looked at");
    }

    @Test
    void aSingleFeasibleNode() throws IOException {
        nodes(
                node("node-1", "4").taint("node-role.kubernetes.io/control-plane", "", "NoSchedule"),
                node("node-2", "4").taint("node-role.kubernetes.io/control-plane", "", "NoSchedule"),
                node("node-3", "4"));
        pod("single", "1", "");
        awaitPlaced("single");
        assertThat(seen("single-node", "single", 0, "single feasible node")).doesNotContain("TOTAL");
    }

    @Test
    void preemptionInACircle() throws IOException {
        nodes(node("node-1", "2"));
        // A scheduler that heeds no nominations: its next pod is on the node before the last has gone.
        rival(0);
        pod("important", "2", "priorityClassName: system-cluster-critical");
        for (int i = 0; i < 4; i++) {
            String victim = "rival-" + i;
            await().atMost(PATIENCE)
                    .until(() -> client.pods()
                                    .inNamespace(shop)
                                    .withName(victim)
                                    .get()
                                    .getMetadata()
                                    .getDeletionTimestamp()
                            != null);
            rival(i + 1);
            letGo(victim);
        }
        try {
            seen("circle", "important", 0, "and still has no node");
        } finally {
            letGo("rival-4");
        }
    }

    /** A pod that stays, even when it is deleted, until {@link #letGo}. */
    private void rival(int number) {
        apply("""
                apiVersion: v1
                kind: Pod
                metadata: {name: rival-%d, namespace: %s, finalizers: [example.com/hold]}
                spec:
                  schedulerName: other-scheduler
                  nodeName: node-1
                  containers: [{name: main, image: example.invalid/main, resources: {requests: {cpu: 2}}}]
                """.formatted(number, shop), Pod.class);
    }
}
