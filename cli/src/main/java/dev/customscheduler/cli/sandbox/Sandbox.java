package dev.customscheduler.cli.sandbox;

import dev.customscheduler.cli.CommandFailure;
import dev.customscheduler.cli.House;
import dev.customscheduler.cli.text.Steps;
import dev.customscheduler.crds.v1alpha1.CustomScheduler;
import dev.customscheduler.testbed.TestBed;
import dev.customscheduler.testbed.fake.FakeNode;
import dev.customscheduler.testbed.tools.Tool;
import dev.customscheduler.testbed.tools.Tools;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The user's own way, step by step: control plane, {@code helm install}, {@code kubectl apply --server-side}, nodes,
 * pods, and then what became of them.
 */
final class Sandbox implements AutoCloseable {
    private static final String RELEASE = "custom-scheduler-operator";
    private static final String OPERATOR_NAMESPACE = "custom-scheduler-system";
    private static final Tool[] NEEDED = {
        Tool.ETCD,
        Tool.KUBE_APISERVER,
        Tool.KUBE_CONTROLLER_MANAGER,
        Tool.KUBE_SCHEDULER,
        Tool.KUBECTL,
        Tool.HELM,
        Tool.KWOK
    };
    private static final long POLL_MILLIS = 250;

    private final Options options;
    private final Steps steps;
    private final TestBed bed;
    private final Programs programs;
    private final AtomicBoolean closed = new AtomicBoolean();

    private Sandbox(Options options, Steps steps, TestBed bed) {
        this.options = options;
        this.steps = steps;
        this.bed = bed;
        this.programs = new Programs(bed);
    }

    /** Starts the control plane and the node on which the operator and the schedulers run as processes. */
    static Sandbox start(Options options, Steps steps) throws IOException {
        new Tools(steps::say).ensure(NEEDED);
        steps.say("starting the control plane: etcd, kube-apiserver, kube-controller-manager, kube-scheduler, kwok");
        TestBed.Builder builder =
                TestBed.builder().progress(steps::say).controllerManager().kwok();
        if (options.dir() != null) {
            builder.directory(options.dir());
        }
        TestBed bed = builder.start();
        Sandbox sandbox = new Sandbox(options, steps, bed);
        try {
            steps.say("the API server is ready at " + bed.apiServer());
            Machine.start(bed);
        } catch (RuntimeException | IOException e) {
            bed.close();
            throw e;
        }
        return sandbox;
    }

    /**
     * Goes the whole way and reports.
     *
     * @param out where the report goes
     * @return whether every pod was bound by the scheduler
     */
    boolean run(PrintWriter out) throws IOException, InterruptedException {
        KubernetesClient client = bed.client();
        Report report = new Report(client, out);
        String resource = "";
        try {
            installOperator();
            resource = apply();
            steps.say("waiting for CustomScheduler " + resource + " to be ready");
            CustomScheduler scheduler = awaitReady(resource);
            String schedulerName = Schedulers.schedulerName(scheduler);
            addNodes();
            Bindings bindings = schedule(schedulerName);
            out.println();
            report.bindings(bindings);
            report.nodes();
            report.conditions(scheduler(resource));
            boolean all = bindings.bound() == options.pods();
            if (!all) {
                troubles(out);
            }
            nextSteps(out, resource, schedulerName);
            out.flush();
            return all;
        } catch (CommandFailure failure) {
            if (closed.get()) {
                throw failure;
            }
            steps.say("failed: " + failure.getMessage());
            out.println();
            if (!resource.isEmpty()) {
                report.conditions(scheduler(resource));
            }
            troubles(out);
            out.flush();
            return false;
        }
    }

    private void installOperator() throws IOException, InterruptedException {
        steps.say("helm install " + RELEASE);
        programs.run(
                options.patience(),
                Tool.HELM,
                "install",
                RELEASE,
                House.path("helm", RELEASE).toString(),
                "--namespace=" + OPERATOR_NAMESPACE,
                "--create-namespace",
                "--wait",
                "--timeout=" + options.patience().toSeconds() + "s");
    }

    /** Applies the sample and returns the name of the CustomScheduler in it. */
    private String apply() throws IOException, InterruptedException {
        steps.say("kubectl apply --server-side -f " + options.sample());
        String names = programs.run(
                options.patience(),
                Tool.KUBECTL,
                "apply",
                "--server-side",
                "--output=name",
                "--filename=" + options.sample());
        return names.lines()
                .filter(name -> name.startsWith("customscheduler.customscheduler.dev/"))
                .map(name -> name.substring(name.indexOf('/') + 1))
                .findFirst()
                .orElseThrow(() -> CommandFailure.usage(options.sample() + " has no CustomScheduler in it"));
    }

    private CustomScheduler awaitReady(String resource) throws InterruptedException {
        long deadline = deadline();
        String said = "";
        while (true) {
            CustomScheduler scheduler = scheduler(resource);
            if (Schedulers.is(scheduler, "Ready")) {
                steps.say("CustomScheduler " + resource + " is ready");
                return scheduler;
            }
            String state = Schedulers.condition(scheduler, "Ready")
                    .map(Condition::getMessage)
                    .orElse("");
            if (!state.equals(said) && !state.isEmpty()) {
                steps.say("  " + state);
                said = state;
            }
            if (Schedulers.is(scheduler, "Stalled")) {
                throw CommandFailure.failed("CustomScheduler " + resource + " is stalled: "
                        + Schedulers.condition(scheduler, "Stalled")
                                .map(Condition::getMessage)
                                .orElse("it does not say why"));
            }
            if (System.nanoTime() > deadline) {
                throw CommandFailure.failed("CustomScheduler " + resource + " was not ready after "
                        + options.patience().toSeconds() + " s" + (state.isEmpty() ? "" : ": " + state));
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    private CustomScheduler scheduler(String resource) {
        return Optional.ofNullable(bed.client()
                        .resources(CustomScheduler.class)
                        .withName(resource)
                        .get())
                .orElseThrow(() -> CommandFailure.failed("CustomScheduler " + resource + " is gone"));
    }

    private void addNodes() {
        steps.say("adding " + options.nodes() + " fake worker nodes");
        bed.fakeNodes().add(options.nodes(), FakeNode.of("worker"));
    }

    private Bindings schedule(String schedulerName) throws InterruptedException {
        steps.say("creating " + options.pods() + " pods with schedulerName " + schedulerName);
        for (Pod pod : Workload.pods(options.pods(), schedulerName)) {
            bed.client().resource(pod).create();
        }
        long deadline = deadline();
        int said = -1;
        while (true) {
            Bindings bindings = Bindings.read(bed.client(), schedulerName);
            int bound = bindings.bound();
            if (bound != said) {
                steps.say("  " + bound + " of " + options.pods() + " bound");
                said = bound;
            }
            if (bound == options.pods() || System.nanoTime() > deadline) {
                return bindings;
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    private long deadline() {
        return System.nanoTime() + options.patience().toNanos();
    }

    private void troubles(PrintWriter out) throws IOException {
        Troubles.events(bed.client(), out);
        Troubles.logs(bed.logs().resolve("pods"), out);
    }

    private void nextSteps(PrintWriter out, String resource, String schedulerName) {
        out.println("kubeconfig: " + bed.adminKubeconfig());
        out.println();
        out.println("Try next");
        String namespace = Optional.ofNullable(scheduler(resource).getStatus())
                .map(status -> status.namespace())
                .orElse(OPERATOR_NAMESPACE);
        out.println("  export KUBECONFIG=" + bed.adminKubeconfig());
        out.println("  export PATH=" + bed.tools().path(Tool.KUBECTL).getParent() + ":$PATH");
        out.println("  kubectl get customschedulers");
        out.println("  kubectl get pods -n " + namespace + " -l component=" + resource);
        out.println(
                "  kubectl auth can-i create pods/binding --as=system:serviceaccount:" + namespace + ":" + resource);
        out.println("  kubectl get events --field-selector reason=Scheduled");
        out.println("  kubectl edit customscheduler " + resource);
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            bed.close();
        }
    }
}
