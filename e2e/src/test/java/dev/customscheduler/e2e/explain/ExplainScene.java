package dev.customscheduler.e2e.explain;

import static org.awaitility.Awaitility.await;

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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/**
 * What a test of {@code csched explain} stands on: a scheduler with two replicas that the operator runs, a namespace,
 * nodes that are gone after each test, and the command itself. What the guide shows is compared with what is seen here.
 */
@TestBedTest(own = ExplainScene.Everything.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ExplainScene {
    static final Duration PATIENCE = Duration.ofSeconds(120);
    static final String SCHEDULER = "custom-scheduler";

    static final class Everything implements UnaryOperator<TestBed.Builder> {
        @Override
        public TestBed.Builder apply(TestBed.Builder builder) {
            return builder.controllerManager().scheduler().kwok();
        }
    }

    final TestBed bed;
    final KubernetesClient client;
    final String shop;
    private final List<Node> nodes = new ArrayList<>();

    ExplainScene(TestBed bed) {
        this.bed = bed;
        client = bed.client();
        shop = bed.newNamespace("shop");
    }

    /** Schedulers that place pods on workers only: the node that they run on themselves is none. */
    void scheduler(String name, String runtime, String more) {
        scheduler(name, runtime, more, "", "");
    }

    /** With more of its configuration and of its deployment too. */
    void scheduler(String name, String runtime, String more, String configuration, String deployment) {
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

    <T extends HasMetadata> void apply(String yaml, Class<T> type) {
        client.resource(client.getKubernetesSerialization().unmarshal(yaml, type))
                .fieldManager("test")
                .serverSideApply();
    }

    void remove(String scheduler) {
        client.resources(CustomScheduler.class).withName(scheduler).delete();
        await().atMost(PATIENCE)
                .until(() -> client.resources(CustomScheduler.class)
                                .withName(scheduler)
                                .get()
                        == null);
    }

    void awaitStatus(String name, Predicate<CustomSchedulerStatus> wish) {
        await().atMost(PATIENCE)
                .until(
                        () -> client.resources(CustomScheduler.class)
                                .withName(name)
                                .get()
                                .getStatus(),
                        s -> s != null && wish.test(s));
    }

    void nodes(FakeNode... fakes) {
        List<FakeNode> labelled = new ArrayList<>();
        for (FakeNode fake : fakes) {
            labelled.add(fake.label("worker", "true"));
        }
        nodes.addAll(bed.fakeNodes().add(labelled));
    }

    static FakeNode node(String name, String cpu) {
        return FakeNode.of(name).cpu(cpu);
    }

    /** A pod of one container; {@code spec} is more of its spec, in YAML. */
    void pod(String name, String cpu, String spec) {
        pod(SCHEDULER, name, cpu, spec, "");
    }

    void pod(String scheduler, String name, String cpu, String spec, String container) {
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

    void awaitPlaced(String... names) {
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

    record Run(int exit, String out, String err) {}

    /** Asks until the answer has that exit code and contains {@code part}. */
    Run answers(int exit, String part, String... arguments) {
        Run[] last = {new Run(-1, "", "")};
        try {
            await().atMost(PATIENCE).until(() -> {
                last[0] = run(arguments);
                return last[0].exit() == exit && last[0].out().contains(part);
            });
        } catch (ConditionTimeoutException e) {
            throw new AssertionError("last seen: " + last[0], e);
        }
        return last[0];
    }

    Run run(String... arguments) {
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
    String seen(String name, String pod, int exit, String part) throws IOException {
        String settled = Guide.settled(answers(exit, part, shop + "/" + pod).out(), shop);
        Guide.shows(name, "csched explain shop/" + Guide.settled(pod, shop), settled);
        return settled;
    }

    /** Makes a case that people met up to a pod, which keeps to workers as the scheduler does. */
    void made(String name, String last) throws IOException {
        PlacementCase made = PlacementCase.read(client, name, shop, SCHEDULER, last);
        nodes(made.nodes().toArray(FakeNode[]::new));
        made.pods().getLast().getSpec().setNodeSelector(Map.of("worker", "true"));
        for (Pod pod : made.pods()) {
            client.resource(pod).create();
        }
    }

    void letGo(String pod) {
        client.pods().inNamespace(shop).withName(pod).edit(p -> {
            Objects.requireNonNull(p).getMetadata().setFinalizers(List.of());
            return p;
        });
    }
}
