package dev.customscheduler.testbed;

import dev.customscheduler.testbed.controlplane.ControlPlane;
import dev.customscheduler.testbed.controlplane.Kubeconfig;
import dev.customscheduler.testbed.controlplane.Pki;
import dev.customscheduler.testbed.fake.FakeNodes;
import dev.customscheduler.testbed.fake.Kwok;
import dev.customscheduler.testbed.node.ProcessNode;
import dev.customscheduler.testbed.process.Supervisor;
import dev.customscheduler.testbed.tools.Tool;
import dev.customscheduler.testbed.tools.Tools;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A real control plane on this machine: etcd and kube-apiserver always, the other parts on request.
 *
 * <pre>{@code
 * try (TestBed bed = TestBed.builder().controllerManager().kwok().start()) {
 *     bed.fakeNodes().add(3, FakeNode.of("worker").cpu("8"));
 *     String namespace = bed.newNamespace("orders");
 *     bed.client().pods().inNamespace(namespace)...
 * }
 * }</pre>
 *
 * <p>Everything listens on the loopback interface, on free ports, and keeps its files in one folder. {@link #close}
 * ends it all; so does the end of the JVM, however violent.
 */
public final class TestBed implements AutoCloseable {
    private static final Duration TOKEN_LIFETIME = Duration.ofHours(12);
    // The API server is on this machine: if it does not answer, waiting longer (the default of 10 is minutes) only
    // hides why.
    private static final int RETRIES = 3;

    private final Tools tools;
    private final Supervisor supervisor;
    private final Path directory;
    private final ControlPlane controlPlane;
    private final KubernetesClient client;
    private final FakeNodes fakeNodes;
    private final boolean serviceAccounts;
    private final Consumer<String> progress;
    private final List<ProcessNode> processNodes = new CopyOnWriteArrayList<>();
    private final AtomicInteger namespaces = new AtomicInteger();

    private TestBed(Builder builder) {
        progress = builder.progress;
        tools = new Tools(progress);
        tools.ensure(builder.needed.toArray(Tool[]::new));
        supervisor = new Supervisor();
        try {
            directory = prepare(builder.directory);
            controlPlane = new ControlPlane(
                    tools, supervisor, directory, bridgeAddresses(), builder.audit, builder.apiServerArguments);
            client = client(controlPlane.adminKubeconfig());
            fakeNodes = new FakeNodes(client);
            serviceAccounts = builder.controllerManager;
            if (builder.controllerManager) {
                controlPlane.startControllerManager(builder.controllers);
            }
            if (builder.scheduler) {
                controlPlane.startScheduler();
            }
            if (builder.kwok) {
                Kwok.start(tools, supervisor, controlPlane.adminKubeconfig(), controlPlane.logs());
            }
        } catch (RuntimeException | Error e) {
            supervisor.close();
            throw e;
        }
    }

    /**
     * Those of every process node that there could be, so that a node may come when the API server has its certificate
     * already.
     */
    private static List<String> bridgeAddresses() {
        List<String> addresses = new ArrayList<>();
        for (int subnet = 1; subnet <= 250; subnet++) {
            addresses.add("10.77." + subnet + ".1");
        }
        return addresses;
    }

    private Path prepare(@Nullable Path given) {
        try {
            if (given == null) {
                Path temporary = Files.createTempDirectory("custom-scheduler-testbed-");
                supervisor.folder(temporary);
                return temporary;
            }
            Path made = Files.createDirectories(given.toAbsolutePath());
            Path etcd = made.resolve("etcd");
            if (Files.isDirectory(etcd.resolve("member"))) {
                throw new IllegalArgumentException(
                        made + " holds the data of an earlier control plane: give another folder, or delete " + etcd);
            }
            supervisor.folder(etcd);
            return made;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What to start; without further wishes an API server alone. */
    public static Builder builder() {
        return new Builder();
    }

    /** The API server's address, {@code https://127.0.0.1:<port>}. */
    public URI apiServer() {
        return controlPlane.server();
    }

    /** A kubeconfig of the administrator: {@code kubeconfig} in {@link #directory}. */
    public Path adminKubeconfig() {
        return controlPlane.adminKubeconfig();
    }

    /** A client of the administrator, closed with the test bed. */
    public KubernetesClient client() {
        return client;
    }

    /** A client by any kubeconfig; its caller closes it. */
    public static KubernetesClient client(Path kubeconfig) {
        Config config = new ConfigBuilder(Config.fromKubeconfig(kubeconfig.toFile()))
                .withRequestRetryBackoffLimit(RETRIES)
                .build();
        return new KubernetesClientBuilder().withConfig(config).build();
    }

    /**
     * A kubeconfig by which one acts as a service account, which must exist, with a token from the TokenRequest API
     * good for twelve hours. RBAC judges it as it would judge a pod of that account.
     */
    public Path kubeconfigFor(String namespace, String serviceAccount) {
        String token = client.serviceAccounts()
                .inNamespace(namespace)
                .withName(serviceAccount)
                .tokenRequest(new TokenRequestBuilder()
                        .withNewSpec()
                        .withExpirationSeconds(TOKEN_LIFETIME.toSeconds())
                        .endSpec()
                        .build())
                .getStatus()
                .getToken();
        Path file = directory.resolve("kubeconfigs").resolve(namespace + "." + serviceAccount);
        return Kubeconfig.write(
                file,
                apiServer(),
                controlPlane.pki().authorityCertificate(),
                "system:serviceaccount:" + namespace + ":" + serviceAccount,
                token,
                namespace);
    }

    /**
     * Creates a namespace whose name begins with {@code prefix} and is used by nobody else, ready for pods: its default
     * service account is there.
     */
    public String newNamespace(String prefix) {
        return new Namespaces(client, serviceAccounts).create(prefix + "-" + namespaces.incrementAndGet());
    }

    /** Adds fake worker nodes. */
    public FakeNodes fakeNodes() {
        return fakeNodes;
    }

    /**
     * A node that runs the pods bound to it as processes of this machine; Linux only. Name the images that it shall
     * have and start it; it ends with the test bed.
     */
    public ProcessNode.Builder processNode(String name) {
        return new ProcessNode.Builder(
                name,
                client,
                supervisor,
                controlPlane.pki(),
                apiServer().getPort(),
                tools.kubernetesVersion(),
                directory.resolve("nodes").resolve(name),
                logs(),
                progress,
                processNodes::add);
    }

    public Tools tools() {
        return tools;
    }

    /** Signs certificates that the API server and clients of {@link #adminKubeconfig} trust. */
    public Pki pki() {
        return controlPlane.pki();
    }

    /** Starts further processes that must not outlive the test bed. */
    public Supervisor supervisor() {
        return supervisor;
    }

    /** All its files: {@code kubeconfig}, {@code logs/}, {@code pki/}. Temporary unless the builder named it. */
    public Path directory() {
        return directory;
    }

    /** The logs of the control plane's parts, a file each. */
    public Path logs() {
        return controlPlane.logs();
    }

    /** Each request to the API server as a line of JSON with its body; written only if the builder asked for it. */
    public Path auditLog() {
        return controlPlane.auditLog();
    }

    /**
     * Kills the API server, lets something happen, and starts it again with the same address and data. Not on a shared
     * test bed.
     */
    public void withoutApiServer(Runnable meanwhile) {
        controlPlane.withoutApiServer(meanwhile);
    }

    /** Ends every process and, if it is temporary, deletes the folder. */
    @Override
    public void close() {
        processNodes.forEach(ProcessNode::close);
        client.close();
        controlPlane.close();
        supervisor.close();
    }

    /** What a test bed shall consist of. */
    public static final class Builder {
        private final List<Tool> needed = new ArrayList<>(List.of(Tool.ETCD, Tool.KUBE_APISERVER));
        private final List<String> controllers = new ArrayList<>();
        private final List<String> apiServerArguments = new ArrayList<>();
        private Consumer<String> progress = System.err::println;
        private @Nullable Path directory;
        private boolean controllerManager;
        private boolean scheduler;
        private boolean kwok;
        private boolean audit;

        private Builder() {}

        /**
         * Keeps the files there instead of in a temporary folder, and leaves them when it closes (but for etcd's data).
         */
        public Builder directory(Path path) {
            directory = path;
            return this;
        }

        /** Who is told what is being built, where a tool is missing; standard error if not called. */
        public Builder progress(Consumer<String> progress) {
            this.progress = progress;
            return this;
        }

        /**
         * kube-controller-manager, with the controllers that objects of the operator and its operands depend on:
         * without it no Deployment makes pods and no namespace has a default service account.
         *
         * @param more further controllers by name, {@code *} for all that are on by default
         */
        public Builder controllerManager(String... more) {
            controllerManager = true;
            controllers.addAll(List.of(more));
            needed.add(Tool.KUBE_CONTROLLER_MANAGER);
            return this;
        }

        /** A kube-scheduler for the pods that name no other. */
        public Builder scheduler() {
            scheduler = true;
            needed.add(Tool.KUBE_SCHEDULER);
            return this;
        }

        /** kwok: fake nodes stay alive, and pods bound to them run. */
        public Builder kwok() {
            kwok = true;
            needed.add(Tool.KWOK);
            return this;
        }

        /** Writes every request to {@link TestBed#auditLog}. */
        public Builder audit() {
            audit = true;
            return this;
        }

        /** Further arguments for kube-apiserver. */
        public Builder apiServerArguments(String... arguments) {
            apiServerArguments.addAll(List.of(arguments));
            return this;
        }

        /** Starts it; returns when the API server is ready. */
        public TestBed start() {
            return new TestBed(this);
        }
    }
}
