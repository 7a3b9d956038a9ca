package dev.customscheduler.operator.cluster;

import static org.awaitility.Awaitility.await;

import dev.customscheduler.crds.v1alpha1.CustomScheduler;
import dev.customscheduler.crds.v1alpha1.CustomSchedulerSerialization;
import dev.customscheduler.operator.CustomSchedulerOperator;
import dev.customscheduler.operator.OperatorOptions;
import dev.customscheduler.testbed.TestBed;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The operator within the test's own process, by a service account of its own. */
final class TestOperator implements AutoCloseable {
    private static final Path CRD = Path.of("../../crds/customschedulers.customscheduler.dev-v1.yml");

    private final CustomSchedulerOperator operator;
    private final Thread thread;
    private final CompletableFuture<Boolean> outcome;
    private final String user;
    private final TestBed bed;

    private TestOperator(
            CustomSchedulerOperator operator,
            Thread thread,
            CompletableFuture<Boolean> outcome,
            String user,
            TestBed bed) {
        this.operator = operator;
        this.thread = thread;
        this.outcome = outcome;
        this.user = user;
        this.bed = bed;
    }

    /** Installs the definition, and waits until the API server serves it. */
    static void installDefinition(KubernetesClient administrator) {
        try (var yaml = Files.newInputStream(CRD)) {
            var definition = administrator.getKubernetesSerialization().unmarshal(yaml, CustomResourceDefinition.class);
            administrator.resource(definition).serverSideApply();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        await().atMost(Duration.ofSeconds(20))
                .until(() ->
                        administrator.getApiResources(CustomScheduler.GROUP + "/" + CustomScheduler.VERSION) != null);
    }

    /** Starts an operator as the default service account of a namespace, which gets a cluster role. */
    static TestOperator start(TestBed bed, String namespace, String clusterRole, Duration resync) {
        var client = bed.client();
        installDefinition(client);
        bind(client, namespace, clusterRole);
        return start(bed, bed.kubeconfigFor(namespace, "default"), namespace, resync, Optional.empty());
    }

    /** Starts one of several operators of one namespace, which may do everything. */
    static TestOperator replica(TestBed bed, String namespace, String identity) {
        var client = bed.client();
        installDefinition(client);
        bind(client, namespace, "cluster-admin");
        return start(
                bed, bed.kubeconfigFor(namespace, "default"), namespace, Duration.ofMinutes(10), Optional.of(identity));
    }

    private static void bind(KubernetesClient client, String namespace, String clusterRole) {
        client.resource(new ClusterRoleBindingBuilder()
                        .withNewMetadata()
                        .withName("test-operator-" + namespace)
                        .endMetadata()
                        .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", clusterRole)
                        .addNewSubject("", "ServiceAccount", "default", namespace)
                        .build())
                .serverSideApply();
    }

    private static TestOperator start(
            TestBed bed, Path kubeconfig, String namespace, Duration resync, Optional<String> identity) {
        try {
            var loopback = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
            var options = new OperatorOptions(
                    namespace,
                    "example.invalid/scheduler-runtime:test",
                    identity.isPresent(),
                    "operator-lock",
                    identity.orElse("alone"),
                    loopback,
                    Optional.of(loopback),
                    resync);
            var operator = new CustomSchedulerOperator(options, client(kubeconfig), Clock.systemUTC());
            var outcome = new CompletableFuture<Boolean>();
            var thread = Thread.ofPlatform().name("operator").start(() -> {
                try {
                    outcome.complete(operator.run());
                } catch (InterruptedException | RuntimeException e) {
                    outcome.completeExceptionally(e);
                }
            });
            return new TestOperator(operator, thread, outcome, "system:serviceaccount:" + namespace + ":default", bed);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static KubernetesClient client(Path kubeconfig) {
        return new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(kubeconfig.toFile()))
                .withKubernetesSerialization(CustomSchedulerSerialization.create())
                .build();
    }

    /** The requests of this operator, and of others as the same service account. */
    AuditLog audit() {
        return new AuditLog(bed.auditLog(), user);
    }

    /** The status of a health page. */
    int health(String path) {
        return get(operator.healthPort(), path).statusCode();
    }

    /** What the process would end with: true for a stop, false for a failure; empty while it runs. */
    Optional<Boolean> outcome() {
        return Optional.ofNullable(outcome.getNow(null));
    }

    /** How many reconciliations ended well so far. */
    double reconciliations() {
        return get(operator.metricsPort().orElseThrow(), "/metrics")
                .body()
                .lines()
                .filter(l -> l.startsWith("customscheduler_operator_reconcile_duration_seconds_count{outcome=\"ok\"}"))
                .mapToDouble(l -> Double.parseDouble(l.substring(l.lastIndexOf(' ') + 1)))
                .sum();
    }

    private static HttpResponse<String> get(int port, String path) {
        try (var http = HttpClient.newHttpClient()) {
            return http.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        operator.close();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
