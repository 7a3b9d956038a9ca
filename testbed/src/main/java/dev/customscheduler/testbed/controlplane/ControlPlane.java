package dev.customscheduler.testbed.controlplane;

import dev.customscheduler.testbed.process.Daemon;
import dev.customscheduler.testbed.process.Ports;
import dev.customscheduler.testbed.process.Supervisor;
import dev.customscheduler.testbed.tools.Tool;
import dev.customscheduler.testbed.tools.Tools;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * etcd and kube-apiserver on the loopback interface, and on request kube-controller-manager and a kube-scheduler.
 *
 * <p>The API server authorizes by RBAC alone. The administrator and the control plane's own parts come with tokens;
 * service accounts with tokens that the API server signs.
 */
public final class ControlPlane implements AutoCloseable {
    private static final Duration START = Duration.ofSeconds(60);
    private static final SecureRandom RANDOM = new SecureRandom();

    /**
     * The controllers that objects of the operator and its operands depend on; nothing that needs a cloud or evicts
     * pods.
     */
    private static final List<String> CONTROLLERS = List.of(
            "deployment-controller",
            "replicaset-controller",
            "statefulset-controller",
            "daemonset-controller",
            "job-controller",
            "garbage-collector-controller",
            "namespace-controller",
            "serviceaccount-controller",
            "serviceaccount-token-controller",
            "root-ca-certificate-publisher-controller",
            "endpointslice-controller",
            "disruption-controller",
            "resourcequota-controller",
            "clusterrole-aggregation-controller",
            "persistentvolume-binder-controller",
            "persistentvolumeclaim-protection-controller",
            "persistentvolume-protection-controller");

    private final Tools tools;
    private final Supervisor supervisor;
    private final Path directory;
    private final Pki pki;
    private final Pki.Identity signing;
    private final URI server;
    private final String adminToken = token();
    private final List<Daemon> daemons = new ArrayList<>();
    private final Path adminKubeconfig;
    private final List<String> apiServerArguments;
    private Daemon apiServer;

    /**
     * Starts etcd and the API server and returns when it is ready.
     *
     * @param addresses further addresses under which clients reach it
     * @param extraArguments for kube-apiserver
     */
    public ControlPlane(
            Tools tools,
            Supervisor supervisor,
            Path directory,
            List<String> addresses,
            boolean audit,
            List<String> extraArguments) {
        this.tools = tools;
        this.supervisor = supervisor;
        this.directory = directory;
        tools.ensure(Tool.ETCD, Tool.KUBE_APISERVER);
        pki = new Pki(directory.resolve("pki"));
        signing = pki.keys("service-account");
        int port = Ports.free();
        server = URI.create("https://127.0.0.1:" + port);
        String etcd = startEtcd();
        apiServerArguments = apiServerArguments(etcd, port, addresses, audit, extraArguments);
        adminKubeconfig = kubeconfig(directory.resolve("kubeconfig"), "admin", adminToken);
        apiServer = startApiServer();
    }

    public URI server() {
        return server;
    }

    public Pki pki() {
        return pki;
    }

    /** The kubeconfig of a member of system:masters. */
    public Path adminKubeconfig() {
        return adminKubeconfig;
    }

    /** The token in {@link #adminKubeconfig}. */
    public String adminToken() {
        return adminToken;
    }

    /** Each request as a line of JSON, if auditing was asked for. */
    public Path auditLog() {
        return logs().resolve("audit.log");
    }

    public Path logs() {
        return directory.resolve("logs");
    }

    /** Writes a kubeconfig with a token. */
    public Path kubeconfig(Path file, String user, String token) {
        return Kubeconfig.write(file, server, pki.authorityCertificate(), user, token, null);
    }

    private String startEtcd() {
        String client = "http://127.0.0.1:" + Ports.free();
        String peer = "http://127.0.0.1:" + Ports.free();
        Daemon etcd = run(
                Tool.ETCD,
                "etcd",
                List.of(
                        "--data-dir=" + directory.resolve("etcd"),
                        "--listen-client-urls=" + client,
                        "--advertise-client-urls=" + client,
                        "--listen-peer-urls=" + peer,
                        "--initial-advertise-peer-urls=" + peer,
                        "--initial-cluster=default=" + peer,
                        "--log-level=warn",
                        "--unsafe-no-fsync"));
        int port = URI.create(client).getPort();
        etcd.await("listening", START, () -> listens(port));
        return client;
    }

    private Daemon startApiServer() {
        Daemon daemon = run(Tool.KUBE_APISERVER, "kube-apiserver", apiServerArguments);
        ReadyProbe probe = new ReadyProbe(server, pki.authorityCertificate(), adminToken);
        daemon.await("ready", START, probe::ready);
        return daemon;
    }

    /** Kills the API server, lets something happen, and starts it again with the same address and data. */
    public void withoutApiServer(Runnable meanwhile) {
        apiServer.kill();
        daemons.remove(apiServer);
        try {
            meanwhile.run();
        } finally {
            apiServer = startApiServer();
        }
    }

    private List<String> apiServerArguments(
            String etcd, int port, List<String> addresses, boolean audit, List<String> extraArguments) {
        List<String> names = new ArrayList<>(List.of(
                "127.0.0.1",
                "10.0.0.1",
                "localhost",
                "kubernetes",
                "kubernetes.default",
                "kubernetes.default.svc",
                "kubernetes.default.svc.cluster.local"));
        names.addAll(addresses);
        Pki.Identity serving = pki.server("kube-apiserver", names);
        Pki.Identity kubelet =
                pki.client("kube-apiserver-kubelet-client", "kube-apiserver-kubelet-client", "system:masters");
        Path tokens = write("tokens.csv", adminToken + ",admin,admin,\"system:masters\"\n");
        List<String> arguments = new ArrayList<>(List.of(
                "--etcd-servers=" + etcd,
                "--secure-port=" + port,
                "--bind-address=127.0.0.1",
                "--cert-dir=" + directory.resolve("pki"),
                "--tls-cert-file=" + serving.certificate(),
                "--tls-private-key-file=" + serving.key(),
                "--client-ca-file=" + pki.authorityCertificate(),
                "--kubelet-certificate-authority=" + pki.authorityCertificate(),
                "--kubelet-client-certificate=" + kubelet.certificate(),
                "--kubelet-client-key=" + kubelet.key(),
                "--kubelet-preferred-address-types=InternalIP",
                "--service-account-issuer=https://kubernetes.default.svc",
                "--service-account-key-file=" + signing.certificate(),
                "--service-account-signing-key-file=" + signing.key(),
                "--authorization-mode=RBAC",
                "--token-auth-file=" + tokens,
                "--service-cluster-ip-range=10.0.0.0/24",
                "--disable-admission-plugins=TaintNodesByCondition",
                "--enable-aggregator-routing=true",
                "--allow-privileged=true"));
        if (audit) {
            Path policy = write(
                    "audit-policy.yaml",
                    "apiVersion: audit.k8s.io/v1\nkind: Policy\nomitStages: [RequestReceived]\n"
                            + "rules:\n- level: Request\n");
            arguments.add("--audit-policy-file=" + policy);
            arguments.add("--audit-log-path=" + auditLog());
            arguments.add("--audit-log-mode=blocking-strict");
        }
        arguments.addAll(extraArguments);
        return arguments;
    }

    /**
     * Starts kube-controller-manager.
     *
     * @param more controllers beyond those that the operator and its operands need; {@code *} for all that are on by
     *     default
     */
    public Daemon startControllerManager(List<String> more) {
        List<String> controllers = new ArrayList<>(CONTROLLERS);
        controllers.addAll(more);
        return run(
                Tool.KUBE_CONTROLLER_MANAGER,
                "kube-controller-manager",
                List.of(
                        "--kubeconfig=" + adminKubeconfig,
                        "--leader-elect=false",
                        "--secure-port=0",
                        "--controllers=" + String.join(",", controllers),
                        "--use-service-account-credentials=true",
                        "--service-account-private-key-file=" + signing.key(),
                        "--root-ca-file=" + pki.authorityCertificate(),
                        "--concurrent-deployment-syncs=5",
                        "--kube-api-qps=200",
                        "--kube-api-burst=400",
                        "--min-resync-period=1h"));
    }

    /**
     * Starts the kube-scheduler that places the pods which name no other: those of the operator and of its operands.
     */
    public Daemon startScheduler() {
        return run(
                Tool.KUBE_SCHEDULER,
                "kube-scheduler",
                List.of(
                        "--kubeconfig=" + adminKubeconfig,
                        "--leader-elect=false",
                        "--secure-port=0",
                        "--authorization-always-allow-paths=*"));
    }

    private Daemon run(Tool tool, String name, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(tools.path(tool).toString());
        command.addAll(arguments);
        Daemon daemon = Daemon.start(supervisor, name, command, Map.of(), logs());
        daemons.add(daemon);
        return daemon;
    }

    private Path write(String name, String content) {
        try {
            Path file = directory.resolve(name);
            Files.writeString(file, content);
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean listens(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 200);
            return true;
        } catch (IOException e) {
            return false; // not yet
        }
    }

    private static String token() {
        byte[] bytes = new byte[16];
        RANDOM.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** Ends the parts, the latest first. */
    @Override
    public void close() {
        for (Daemon daemon : daemons.reversed()) {
            // Nothing here is worth a clean goodbye: the data goes with it, and kube-apiserver takes its time.
            daemon.kill();
        }
    }
}
