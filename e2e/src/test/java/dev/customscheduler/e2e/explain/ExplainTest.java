package dev.customscheduler.e2e.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.customscheduler.cli.Csched;
import dev.customscheduler.crds.v1alpha1.CustomScheduler;
import dev.customscheduler.crds.v1alpha1.CustomSchedulerStatus;
import dev.customscheduler.e2e.operator.Installation;
import dev.customscheduler.testbed.TestBed;
import dev.customscheduler.testbed.fake.FakeNode;
import dev.customscheduler.testbed.junit.TestBedTest;
import dev.customscheduler.testbed.node.ProcessNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * {@code csched explain} asks a scheduler that the operator runs, through the API server. Every situation is made here,
 * and what is seen of it is what docs/explain.md shows.
 */
@TestBedTest(own = ExplainTest.Everything.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExplainTest {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final String SCHEDULER = "custom-scheduler";

    static final class Everything implements UnaryOperator<TestBed.Builder> {
        @Override
        public TestBed.Builder apply(TestBed.Builder builder) {
            return builder.controllerManager().scheduler().kwok();
        }
    }

    private final TestBed bed;
    private final KubernetesClient client;
    private final String shop;
    private final List<Node> nodes = new ArrayList<>();

    ExplainTest(TestBed bed) {
        this.bed = bed;
        client = bed.client();
        shop = bed.newNamespace("shop");
    }

    /** Schedulers that place pods on workers only: the node that they run on themselves is none. */
    private void scheduler(String name, String runtime, String more) {
        scheduler(name, runtime, more, "", "");
    }

    /** With more of its configuration and of its deployment too. */
    private void scheduler(String name, String runtime, String more, String configuration, String deployment) {
        apply(
                """
                apiVersion: customscheduler.dev/v1alpha1
                kind: CustomScheduler
                metadata: {name: %s}
                spec:
                  namespace: kube-system
                  %s
                  %s
                  configuration:
                    %s
                    profiles:
                    - schedulerName: %s
                      pluginConfig:
                      - name: NodeAffinity
                        args:
                          addedAffinity:
                            requiredDuringSchedulingIgnoredDuringExecution:
                              nodeSelectorTerms:
                              - matchExpressions: [{key: worker, operator: Exists}]
                  deployment:
                    nodeSelector: {%s: "true"}
                    %s
                """.formatted(name, runtime, more, configuration, name, ProcessNode.LABEL, deployment),
                CustomScheduler.class);
    }

    @BeforeAll
    void install() throws IOException, InterruptedException {
        Installation.install(bed);
        // One leads, the other waits.
        scheduler(SCHEDULER, "", "replicas: 2");
        awaitStatus(SCHEDULER, s -> Integer.valueOf(2).equals(s.readyReplicas()) && s.leader() != null);
    }

    @AfterEach
    void clean() {
        client.apps().replicaSets().inNamespace(shop).delete();
        client.pods().inNamespace(shop).withGracePeriod(0).delete();
        client.persistentVolumeClaims().inNamespace(shop).delete();
        await().atMost(PATIENCE)
                .until(() -> client.pods().inNamespace(shop).list().getItems().isEmpty());
        bed.fakeNodes().remove(nodes);
        nodes.clear();
    }

    private <T extends HasMetadata> void apply(String yaml, Class<T> type) {
        client.resource(client.getKubernetesSerialization().unmarshal(yaml, type))
                .fieldManager("test")
                .serverSideApply();
    }

    private void remove(String scheduler) {
        client.resources(CustomScheduler.class).withName(scheduler).delete();
        await().atMost(PATIENCE)
                .until(() -> client.resources(CustomScheduler.class)
                                .withName(scheduler)
                                .get()
                        == null);
    }

    private void awaitStatus(String name, Predicate<CustomSchedulerStatus> wish) {
        await().atMost(PATIENCE)
                .until(
                        () -> client.resources(CustomScheduler.class)
                                .withName(name)
                                .get()
                                .getStatus(),
                        s -> s != null && wish.test(s));
    }

    private void nodes(FakeNode... fakes) {
        List<FakeNode> labelled = new ArrayList<>();
        for (FakeNode fake : fakes) {
            labelled.add(fake.label("worker", "true"));
        }
        nodes.addAll(bed.fakeNodes().add(labelled));
    }

    private static FakeNode node(String name, String cpu) {
        return FakeNode.of(name).cpu(cpu);
    }

    /** A pod of one container; {@code spec} is more of its spec, in YAML. */
    private void pod(String name, String cpu, String spec) {
        pod(SCHEDULER, name, cpu, spec, "");
    }

    private void pod(String scheduler, String name, String cpu, String spec, String container) {
        apply(
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: %s, namespace: %s, labels: {app: %s}}
                spec:
                  schedulerName: %s
                  containers: [{name: main, image: example.invalid/main, resources: {requests: {cpu: %s}}%s}]
                %s
                """.formatted(name, shop, name.replaceFirst("-.*", ""), scheduler, cpu, container, spec.indent(2)),
                Pod.class);
    }

    private void awaitPlaced(String... names) {
        for (String name : names) {
            await().atMost(PATIENCE)
                    .until(() -> client.pods()
                                    .inNamespace(shop)
                                    .withName(name)
                                    .get()
                                    .getSpec()
                                    .getNodeName()
                            != null);
        }
    }

    private record Run(int exit, String out, String err) {}

    /** Asks until the answer has that exit code and contains {@code part}. */
    private Run answers(int exit, String part, String... arguments) {
        Run[] last = {new Run(-1, "", "")};
        try {
            await().atMost(PATIENCE).until(() -> {
                last[0] = run(arguments);
                return last[0].exit() == exit && last[0].out().contains(part);
            });
        } catch (org.awaitility.core.ConditionTimeoutException e) {
            throw new AssertionError("last seen: " + last[0], e);
        }
        return last[0];
    }

    private Run run(String... arguments) {
        List<String> all = new ArrayList<>(List.of("explain"));
        all.addAll(List.of(arguments));
        if (!all.contains("--kubeconfig")) {
            all.addAll(List.of("--kubeconfig", bed.adminKubeconfig().toString()));
        }
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exit = Csched.run(new PrintWriter(out), new PrintWriter(err), all.toArray(String[]::new));
        return new Run(exit, out.toString(), err.toString());
    }

    /** Asks until the answer has come to rest and contains {@code part}; the guide shows it. */
    private String seen(String name, String pod, int exit, String part) throws IOException {
        String settled = Guide.settled(answers(exit, part, shop + "/" + pod).out(), shop);
        Guide.shows(name, "csched explain shop/" + Guide.settled(pod, shop), settled);
        return settled;
    }

    /** Makes a case of ../shared/cases up to a pod, which keeps to workers as the scheduler does. */
    private void made(String name, String last) throws IOException {
        PlacementCase made = PlacementCase.read(client, name, shop, SCHEDULER, last);
        nodes(made.nodes().toArray(FakeNode[]::new));
        made.pods().getLast().getSpec().setNodeSelector(Map.of("worker", "true"));
        for (Pod pod : made.pods()) {
            client.resource(pod).create();
        }
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
    void aSchedulerNameThatNobodyClaims() throws IOException {
        pod("custom-schedular", "lost", "1", "", "");
        assertThat(seen("unknown-scheduler", "lost", 1, "no CustomScheduler claims"))
                .contains("did you mean \"custom-scheduler\"?");
    }

    @Test
    void aPodThatIsHeldBack() throws IOException {
        nodes(node("node-1", "4"));
        pod("gated", "1", "schedulingGates: [{name: example.com/quota}]");
        assertThat(seen("gates", "gated", 0, "is held back"))
                .contains("the pod without the scheduling gate example.com/quota");
    }

    @Test
    void aSchedulerThatIsNotReadyOrHasNoLeader() throws IOException {
        scheduler("leaderless", "", "replicas: 1\n  suspend: true");
        awaitStatus("leaderless", s -> s.lease() != null && s.schedulerNames() != null);
        pod("leaderless", "waiting", "1", "", "");
        seen("not-ready", "waiting", 1, "is not ready");
        // Another process holds the lease, and is not there any more.
        client.leases().inNamespace("kube-system").withName("leaderless").edit(lease -> {
            var held = Objects.requireNonNull(lease);
            held.getSpec().setHolderIdentity("leaderless-5c7d9-x2b4k_6f1c");
            held.getSpec().setLeaseDurationSeconds(3600);
            held.getSpec().setRenewTime(ZonedDateTime.now(ZoneOffset.UTC));
            return held;
        });
        scheduler("leaderless", "", "replicas: 1\n  suspend: false");
        awaitStatus("leaderless", s -> Integer.valueOf(1).equals(s.readyReplicas()));
        seen("no-leader", "waiting", 1, "has no leader");
        // It was in good health, but it has not renewed for two hours: by the clock it is over.
        client.leases().inNamespace("kube-system").withName("leaderless").edit(lease -> {
            var held = Objects.requireNonNull(lease);
            held.getSpec().setRenewTime(ZonedDateTime.now(ZoneOffset.UTC).minusHours(2));
            return held;
        });
        seen("stale-lease", "waiting", 1, "has not renewed it since");
        remove("leaderless");
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

    private void letGo(String pod) {
        client.pods().inNamespace(shop).withName(pod).edit(p -> {
            Objects.requireNonNull(p).getMetadata().setFinalizers(List.of());
            return p;
        });
    }

    @Test
    void theRealKubeScheduler() throws IOException {
        scheduler("kube", "runtime: {type: KubeScheduler, version: \"1.37\"}", "replicas: 1");
        awaitStatus("kube", s -> Integer.valueOf(1).equals(s.readyReplicas()) && s.leader() != null);
        nodes(node("node-1", "2"));
        pod("kube", "big", "3", "", "");
        assertThat(seen("kube-scheduler", "big", 0, "Insufficient cpu"))
                .contains("kube-scheduler cannot be asked: this is a simulation")
                .contains("1 more cpu on node node-1");
        remove("kube");
    }

    @Test
    void theClustersOwnScheduler() {
        nodes(node("node-1", "2"));
        pod("default-scheduler", "plain", "500", "", "");
        await().atMost(PATIENCE).untilAsserted(() -> {
            Run run = run(shop + "/plain");
            assertThat(run.exit()).isZero();
            assertThat(run.out())
                    .contains("kube-scheduler's default configuration is assumed")
                    .contains("The last attempt")
                    .contains("498 more cpu on node node-1");
        });
    }

    /** That is why the token has a header of its own. */
    @Test
    void theProxyKeepsTheCallersCredential() throws Exception {
        apply("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: Role
                metadata: {name: proxy, namespace: kube-system}
                rules: [{apiGroups: [""], resources: [pods/proxy], verbs: [get]}]
                """, io.fabric8.kubernetes.api.model.rbac.Role.class);
        apply("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: RoleBinding
                metadata: {name: proxy, namespace: kube-system}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: proxy}
                subjects: [{kind: ServiceAccount, name: default, namespace: %s}]
                """.formatted(shop), io.fabric8.kubernetes.api.model.rbac.RoleBinding.class);
        String leader = Objects.requireNonNull(client.resources(CustomScheduler.class)
                .withName(SCHEDULER)
                .get()
                .getStatus()
                .leader());
        String pod = leader.substring(0, leader.lastIndexOf('_'));
        String path = "/api/v1/namespaces/kube-system/pods/https:" + pod + ":10259/proxy";
        try (KubernetesClient byToken = TestBed.client(bed.kubeconfigFor(shop, "default"))) {
            for (KubernetesClient caller : List.of(client, byToken)) {
                var http = caller.getHttpClient();
                String server = caller.getConfiguration().getMasterUrl().replaceAll("/$", "");
                var healthy = http.sendAsync(
                                http.newHttpRequestBuilder()
                                        .uri(server + path + "/healthz")
                                        .build(),
                                String.class)
                        .get();
                assertThat(healthy.code())
                        .as("the proxy lets the caller through")
                        .isEqualTo(200);
                var answer = http.sendAsync(
                                http.newHttpRequestBuilder()
                                        .uri(server + path + "/debug/explain/" + shop + "/any")
                                        .build(),
                                String.class)
                        .get();
                assertThat(answer.code()).as("the scheduler sees nobody").isEqualTo(401);
            }
        }
    }

    @Test
    void jsonForPrograms() throws IOException {
        nodes(node("node-1", "2"));
        pod("big", "3", "");
        ObjectMapper mapper = new ObjectMapper();
        await().atMost(PATIENCE).untilAsserted(() -> {
            Run run = run(shop + "/big", "-o", "json");
            JsonNode answer = mapper.readTree(run.out());
            assertThat(run.exit()).isZero();
            assertThat(answer.at("/scheduler/resource").asText()).isEqualTo(SCHEDULER);
            assertThat(answer.at("/problem").isNull()).isTrue();
            assertThat(answer.at("/explanation/lastAttempt/refusals").findValuesAsText("plugin"))
                    .containsExactly("NodeAffinity", "NodeResourcesFit");
            assertThat(answer.at("/explanation/changes/found/0/node").asText()).isEqualTo("node-1");
        });
        Run none = run(shop + "/nobody", "-o", "json");
        assertThat(none.exit()).isEqualTo(1);
        assertThat(mapper.readTree(none.out()).at("/problem/reason").asText()).isEqualTo("POD_NOT_FOUND");
    }

    @Test
    void whoMayNotIsTold(@org.junit.jupiter.api.io.TempDir Path dir) throws IOException {
        nodes(node("node-1", "2"));
        pod("big", "3", "");
        // An account without any rights, as a user and as the one whose token is shown.
        String nobody = bed.kubeconfigFor(shop, "default").toString();
        Run user = run(shop + "/big", "--kubeconfig", nobody);
        assertThat(user.exit()).isEqualTo(1);
        assertThat(user.out()).contains("cannot get resource \"pods\"");
        Run account = run(shop + "/big", "--as-service-account", shop + "/default");
        assertThat(account.exit()).isEqualTo(1);
        assertThat(account.out())
                .contains("User \"system:serviceaccount:" + shop + ":default\" cannot get resource \"pods\"");
        Path nonsense = Files.writeString(dir.resolve("token"), "nonsense");
        assertThat(run(shop + "/big", "--token-file", nonsense.toString()).out())
                .contains("does not accept the token");
        assertThat(run("big").exit()).isEqualTo(2);
    }

    /** The leader says it all; another replica says who leads; the API server and nobody are not schedulers. */
    @Test
    void atAnAddress() throws IOException {
        nodes(node("node-1", "2"));
        pod("big", "3", "");
        answers(0, "until something happens", shop + "/big");
        String leader = podOf(Objects.requireNonNull(client.resources(CustomScheduler.class)
                .withName(SCHEDULER)
                .get()
                .getStatus()
                .leader()));
        List<Pod> replicas = client.pods()
                .inNamespace("kube-system")
                .withLabel("component", SCHEDULER)
                .list()
                .getItems();
        assertThat(replicas).hasSize(2);
        for (Pod replica : replicas) {
            String address = replica.getStatus().getPodIP() + ":10259";
            Run run = run(shop + "/big", "--address", address);
            if (replica.getMetadata().getName().equals(leader)) {
                assertThat(run.exit()).as(run.out()).isZero();
                assertThat(run.out()).contains("1 more cpu on node node-1").contains("at " + address);
            } else {
                assertThat(run.exit()).isEqualTo(1);
                assertThat(run.out())
                        .contains("the scheduler at " + address + " says: this replica does not lead: " + leader);
            }
        }
        String apiServer = bed.apiServer().getAuthority();
        assertThat(run(shop + "/big", "--address", apiServer).out()).contains("the scheduler at " + apiServer);
        assertThat(run(shop + "/big", "--address", "127.0.0.1:1").out()).contains("nobody answers at 127.0.0.1:1");
    }

    private static String podOf(String identity) {
        return identity.substring(0, identity.lastIndexOf('_'));
    }

    @Test
    void aSchedulerWithoutElectionAndOneThatDoesNotExplain() throws IOException {
        nodes(node("node-1", "2"));
        String noElection = "leaderElection: {leaderElect: false}";
        scheduler("alone", "", "replicas: 1", noElection, "");
        scheduler("silent", "", "replicas: 1", noElection, "env: [{name: CUSTOM_SCHEDULER_EXPLAIN, value: \"off\"}]");
        pod("alone", "big", "3", "", "");
        pod("silent", "quiet", "3", "", "");
        assertThat(answers(0, "until something happens", shop + "/big").out())
                .contains("says alone, pod kube-system/alone-")
                .contains("1 more cpu on node node-1");
        seen("off", "quiet", 1, "does not explain");
        remove("alone");
        remove("silent");
    }

    @Test
    void aSchedulerWhosePodsAQuotaRefuses() throws IOException {
        String tight = bed.newNamespace("tight");
        apply("""
                apiVersion: v1
                kind: ResourceQuota
                metadata: {name: none, namespace: %s}
                spec: {hard: {pods: "0"}}
                """.formatted(tight), io.fabric8.kubernetes.api.model.ResourceQuota.class);
        apply("""
                apiVersion: customscheduler.dev/v1alpha1
                kind: CustomScheduler
                metadata: {name: poor}
                spec:
                  namespace: %s
                  replicas: 1
                  configuration: {profiles: [{schedulerName: poor}]}
                """.formatted(tight), CustomScheduler.class);
        pod("poor", "waiting", "1", "", "");
        seen("quota", "waiting", 1, "exceeded quota");
        remove("poor");
    }

    /** It was accepted, but never could begin. */
    @Test
    void aSchedulerThatHasNeverBeenAtWork() throws IOException {
        apply("""
                apiVersion: customscheduler.dev/v1alpha1
                kind: CustomScheduler
                metadata: {name: unborn}
                spec:
                  namespace: kube-system
                  configurationFrom: {configMapKeyRef: {name: nowhere, key: config.yaml}}
                """, CustomScheduler.class);
        pod("unborn", "waiting", "1", "", "");
        seen("never-at-work", "waiting", 1, "Stalled is True");
        remove("unborn");
    }

    @Test
    void podsThatAreNotThereOrGo() throws IOException {
        Run nowhere = run("nowhere/p");
        assertThat(nowhere.exit()).isEqualTo(1);
        assertThat(nowhere.out()).contains("there is no pod nowhere/p: there is no namespace nowhere");
        nodes(node("node-1", "2"));
        pod("big", "3", "");
        pod("placed", "1", "");
        awaitPlaced("placed");
        answers(0, "until something happens", shop + "/big");
        for (String name : List.of("big", "placed")) {
            client.pods().inNamespace(shop).withName(name).edit(p -> {
                Objects.requireNonNull(p).getMetadata().setFinalizers(List.of("example.com/hold"));
                return p;
            });
            client.pods().inNamespace(shop).withName(name).delete();
        }
        try {
            assertThat(answers(0, "it is being deleted: it is not scheduled any more", shop + "/big")
                            .out())
                    .doesNotContain("What would");
            answers(0, "it is being deleted: it keeps its place", shop + "/placed");
            client.pods().inNamespace(shop).withName("placed").editStatus(p -> {
                Objects.requireNonNull(p).getStatus().setPhase("Succeeded");
                return p;
            });
            answers(1, "the pod has come to its end (Succeeded)", shop + "/placed");
        } finally {
            letGo("big");
            letGo("placed");
        }
    }

    /** Each missing permission is named; with all of them, which the guide lists, there is an answer. */
    @Test
    void whatIsNeededIsSaidUntilItIsEnough() throws Exception {
        nodes(node("node-1", "2"));
        pod("big", "3", "");
        answers(0, "until something happens", shop + "/big");
        apply("""
                apiVersion: v1
                kind: ServiceAccount
                metadata: {name: helper, namespace: %s}
                """.formatted(shop), io.fabric8.kubernetes.api.model.ServiceAccount.class);
        Path kubeconfig = bed.kubeconfigFor(shop, "helper");
        String[] asHelper = {
            shop + "/big", "--kubeconfig", kubeconfig.toString(), "--as-service-account", shop + "/helper"
        };
        answers(1, "Needed: get the pod " + shop + "/big", asHelper);
        grant(shop, "Role", "pods", "", "pods", "get");
        answers(1, "Needed: list customschedulers", asHelper);
        grant("", "ClusterRole", "schedulers", "customscheduler.dev", "customschedulers", "list");
        answers(1, "Needed: get pods in kube-system", asHelper);
        grant("kube-system", "Role", "pods", "", "pods", "get");
        answers(1, "Needed: create serviceaccounts/token for " + shop + "/helper", asHelper);
        grant(shop, "Role", "tokens", "", "serviceaccounts/token", "create");
        answers(1, "Needed: get pods/proxy in kube-system", asHelper);
        grant("kube-system", "Role", "proxy", "", "pods/proxy", "get");
        answers(0, "1 more cpu on node node-1", asHelper);
        // Leases were never granted: the operator saw who leads. And an API server may be reached below a path.
        try (PathPrefix front = new PathPrefix("/k8s/clusters/c-1", bed.apiServer(), kubeconfig)) {
            String behind = front.kubeconfig().toString();
            Run run = run(shop + "/big", "--kubeconfig", behind, "--as-service-account", shop + "/helper");
            assertThat(run.out()).as(run.err()).contains("1 more cpu on node node-1");
        }
    }

    private void grant(String namespace, String kind, String name, String group, String resource, String verb) {
        String where = namespace.isEmpty() ? "" : ", namespace: " + namespace;
        String yaml = """
                apiVersion: rbac.authorization.k8s.io/v1
                kind: %s
                metadata: {name: helper-%s%s}
                rules: [{apiGroups: ["%s"], resources: ["%s"], verbs: [%s]}]
                """.formatted(kind, name, where, group, resource, verb);
        String binding = """
                apiVersion: rbac.authorization.k8s.io/v1
                kind: %sBinding
                metadata: {name: helper-%s%s}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: %s, name: helper-%s}
                subjects: [{kind: ServiceAccount, name: helper, namespace: %s}]
                """.formatted(kind, name, where, kind, name, shop);
        if (namespace.isEmpty()) {
            apply(yaml, io.fabric8.kubernetes.api.model.rbac.ClusterRole.class);
            apply(binding, io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding.class);
        } else {
            apply(yaml, io.fabric8.kubernetes.api.model.rbac.Role.class);
            apply(binding, io.fabric8.kubernetes.api.model.rbac.RoleBinding.class);
        }
    }
}
