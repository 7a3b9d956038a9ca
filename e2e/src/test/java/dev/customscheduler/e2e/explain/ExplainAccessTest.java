package dev.customscheduler.e2e.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.customscheduler.crds.v1alpha1.CustomScheduler;
import dev.customscheduler.testbed.TestBed;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The ways to a scheduler's explanations: which one is asked, who may ask it, what is said where none answers. What
 * docs/explain.md shows of it is what is seen here.
 */
class ExplainAccessTest extends ExplainScene {
    ExplainAccessTest(TestBed bed) {
        super(bed);
    }

    @Test
    void aSchedulerNameThatNobodyClaims() throws IOException {
        pod("custom-schedular", "lost", "1", "", "");
        assertThat(seen("unknown-scheduler", "lost", 1, "no CustomScheduler claims"))
                .contains("did you mean \"custom-scheduler\"?");
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
                """, Role.class);
        apply("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: RoleBinding
                metadata: {name: proxy, namespace: kube-system}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: proxy}
                subjects: [{kind: ServiceAccount, name: default, namespace: %s}]
                """.formatted(shop), RoleBinding.class);
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
    void whoMayNotIsTold(@TempDir Path dir) throws IOException {
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
                """.formatted(tight), ResourceQuota.class);
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
                """.formatted(shop), ServiceAccount.class);
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
            apply(yaml, ClusterRole.class);
            apply(binding, ClusterRoleBinding.class);
        } else {
            apply(yaml, Role.class);
            apply(binding, RoleBinding.class);
        }
    }
}
