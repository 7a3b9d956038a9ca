package dev.customscheduler.testbed.node;

import dev.customscheduler.testbed.controlplane.Pki;
import dev.customscheduler.testbed.process.Supervisor;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node that runs the pods bound to it as processes of this machine, from the pod template as it is.
 *
 * <p>What it needs to know is which program stands for an image ({@link Builder#image}). As root each pod has a network
 * namespace and an address of its own, and each container a file system view of its own with the volumes at their mount
 * paths. What it does not enforce, and what is missing without root, is written in testbed/README.md.
 */
public final class ProcessNode implements AutoCloseable {
    /** The label of every process node, for node selectors. */
    public static final String LABEL = "customscheduler.dev/process-node";

    private static final Logger LOG = LoggerFactory.getLogger(ProcessNode.class);
    private static final int KUBELET_PORT = 10250;

    private final String name;
    private final PodNetwork network;
    private final KubeletServer server;
    private final Images images;
    private final Heartbeat heartbeat;
    private final Map<String, PodWorker> workers = new ConcurrentHashMap<>();
    private final Map<String, PodWorker> byName = new ConcurrentHashMap<>();
    private final SharedIndexInformer<Pod> informer;

    private ProcessNode(Builder builder) {
        name = builder.name;
        images = builder.images;
        boolean root = "root".equals(System.getProperty("user.name"))
                && System.getProperty("os.name").equals("Linux");
        if (!Supervisor.onPath("unshare") || !Supervisor.onPath("setpriv") || !Supervisor.onPath("nsenter")) {
            throw new IllegalStateException(
                    "a process node needs Linux with unshare, setpriv and nsenter (util-linux)");
        }
        if (!root) {
            builder.progress.accept(
                    "the process node runs without root: its pods share this machine's network, so two of them cannot"
                            + " listen on one port (see testbed/README.md)");
        }
        network = root
                ? new NamespaceNetwork(builder.supervisor, builder.apiServerPort, builder.progress)
                : new HostNetwork(builder.apiServerPort);
        server = new KubeletServer(network.nodeAddress(), root ? KUBELET_PORT : 0, builder.pki, this::logs);
        Node node = node(builder, network.nodeAddress(), server.port());
        heartbeat = new Heartbeat(builder.client, register(builder.client, node));
        PodWorker.Node shared = new PodWorker.Node(
                name,
                builder.client,
                builder.client.getKubernetesSerialization(),
                builder.supervisor,
                network,
                root,
                new DownwardApi(network.nodeAddress(), node.getStatus().getAllocatable()),
                images,
                builder.backoff,
                builder.directory.resolve("pods"),
                builder.logs.resolve("pods"));
        informer = builder.client
                .pods()
                .inAnyNamespace()
                .withField("spec.nodeName", name)
                .inform(handler(shared));
    }

    /** Creates the node, or takes over from an earlier one of its name, whose address was another. */
    private static Node register(KubernetesClient client, Node node) {
        Node known = client.nodes().withName(node.getMetadata().getName()).get();
        if (known == null) {
            return client.resource(node).create();
        }
        Node labelled = client.nodes()
                .withName(node.getMetadata().getName())
                .edit(n -> new NodeBuilder(n)
                        .editMetadata()
                        .addToLabels(node.getMetadata().getLabels())
                        .endMetadata()
                        .editSpec()
                        .withTaints(node.getSpec().getTaints())
                        .endSpec()
                        .build());
        return client.nodes()
                .resource(labelled)
                .editStatus(n -> new NodeBuilder(n).withStatus(node.getStatus()).build());
    }

    private ResourceEventHandler<Pod> handler(PodWorker.Node shared) {
        return new ResourceEventHandler<>() {
            @Override
            public void onAdd(Pod pod) {
                PodWorker worker = new PodWorker(shared, pod);
                worker.update(pod);
                workers.put(pod.getMetadata().getUid(), worker);
                byName.put(
                        pod.getMetadata().getNamespace() + "/"
                                + pod.getMetadata().getName(),
                        worker);
                String phase = pod.getStatus() == null ? null : pod.getStatus().getPhase();
                boolean done = "Succeeded".equals(phase) || "Failed".equals(phase);
                if (!done || pod.getMetadata().getDeletionTimestamp() != null) {
                    worker.start();
                }
            }

            @Override
            public void onUpdate(Pod old, Pod pod) {
                PodWorker worker = workers.get(pod.getMetadata().getUid());
                if (worker == null) {
                    onDelete(old, false);
                    onAdd(pod);
                } else {
                    worker.update(pod);
                }
            }

            @Override
            public void onDelete(Pod pod, boolean deletedFinalStateUnknown) {
                PodWorker worker = workers.remove(pod.getMetadata().getUid());
                if (worker != null) {
                    worker.gone();
                    byName.remove(
                            pod.getMetadata().getNamespace() + "/"
                                    + pod.getMetadata().getName(),
                            worker);
                }
            }
        };
    }

    private Optional<Path> logs(String namespace, String pod) {
        return Optional.ofNullable(byName.get(namespace + "/" + pod)).map(PodWorker::logs);
    }

    private static Node node(Builder builder, String address, int port) {
        return new NodeBuilder()
                .withNewMetadata()
                .withName(builder.name)
                .addToLabels("kubernetes.io/hostname", builder.name)
                .addToLabels("kubernetes.io/os", "linux")
                .addToLabels("kubernetes.io/arch", "aarch64".equals(System.getProperty("os.arch")) ? "arm64" : "amd64")
                .addToLabels(LABEL, "true")
                .addToLabels(builder.labels)
                .endMetadata()
                .withNewSpec()
                .withTaints(builder.taints)
                .endSpec()
                .withNewStatus()
                .withCapacity(builder.capacity)
                .withAllocatable(builder.capacity)
                .addNewAddress(address, "InternalIP")
                .addNewAddress(builder.name, "Hostname")
                .withNewDaemonEndpoints()
                .withNewKubeletEndpoint(port)
                .endDaemonEndpoints()
                .withNewNodeInfo()
                .withKubeletVersion(builder.kubernetesVersion)
                .withOperatingSystem("linux")
                .withArchitecture("aarch64".equals(System.getProperty("os.arch")) ? "arm64" : "amd64")
                .withOsImage("process node")
                .withContainerRuntimeVersion("process://1")
                .withKernelVersion(System.getProperty("os.version"))
                .withBootID("")
                .withMachineID("")
                .withSystemUUID("")
                .withKubeProxyVersion("")
                .endNodeInfo()
                .addAllToConditions(Heartbeat.conditions())
                .endStatus()
                .build();
    }

    public String name() {
        return name;
    }

    /** The node's address, at which its pods find the API server and from which they are reached. */
    public String address() {
        return network.nodeAddress();
    }

    /** Gives an image its program, also while pods wait for it. */
    public void image(String reference, LocalImage image) {
        images.put(reference, image);
    }

    /** Ends its pods' processes. The Node and Pod objects stay, as when a machine loses power. */
    @Override
    public void close() {
        informer.close();
        heartbeat.close();
        List<PodWorker> all = List.copyOf(workers.values());
        all.forEach(PodWorker::abandon);
        try {
            for (PodWorker worker : all) {
                worker.await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        server.close();
        network.close();
        LOG.debug("node {} is closed", name);
    }

    /** What the node is like, and which images it has. */
    public static final class Builder {
        private final String name;
        private final KubernetesClient client;
        private final Supervisor supervisor;
        private final Pki pki;
        private final int apiServerPort;
        private final String kubernetesVersion;
        private final Path directory;
        private final Path logs;
        private final Consumer<String> progress;
        private final Consumer<ProcessNode> started;
        private final Images images = new Images();
        private final Map<String, String> labels = new LinkedHashMap<>();
        private final List<Taint> taints = new ArrayList<>();
        private final Map<String, Quantity> capacity = new LinkedHashMap<>(
                Map.of("cpu", new Quantity("16"), "memory", new Quantity("64Gi"), "pods", new Quantity("110")));
        private Backoff.Settings backoff = Backoff.Settings.kubelet();

        /** Test beds call this: see {@code TestBed.processNode}. */
        public Builder(
                String name,
                KubernetesClient client,
                Supervisor supervisor,
                Pki pki,
                int apiServerPort,
                String kubernetesVersion,
                Path directory,
                Path logs,
                Consumer<String> progress,
                Consumer<ProcessNode> started) {
            this.name = name;
            this.client = client;
            this.supervisor = supervisor;
            this.pki = pki;
            this.apiServerPort = apiServerPort;
            this.kubernetesVersion = kubernetesVersion;
            this.directory = directory;
            this.logs = logs;
            this.progress = progress;
            this.started = started;
        }

        /** Gives an image its program; the reference's tag and digest do not count. */
        public Builder image(String reference, LocalImage image) {
            images.put(reference, image);
            return this;
        }

        public Builder label(String key, String value) {
            labels.put(key, value);
            return this;
        }

        /** @param effect NoSchedule, PreferNoSchedule or NoExecute */
        public Builder taint(String key, String value, String effect) {
            taints.add(new Taint(effect, key, null, value));
            return this;
        }

        /** What the node says it has; nothing is measured or enforced. */
        public Builder capacity(String resource, String quantity) {
            capacity.put(resource, new Quantity(quantity));
            return this;
        }

        /** The pause before the second restart, doubling up to the longest; a kubelet's are 10 s and 5 min. */
        public Builder restartBackoff(Duration initial, Duration max) {
            backoff = new Backoff.Settings(initial, max, backoff.forgottenAfter());
            return this;
        }

        /** Registers the node and begins to run its pods. */
        public ProcessNode start() {
            ProcessNode node = new ProcessNode(this);
            started.accept(node);
            return node;
        }
    }
}
