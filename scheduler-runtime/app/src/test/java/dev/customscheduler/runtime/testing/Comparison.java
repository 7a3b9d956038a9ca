package dev.customscheduler.runtime.testing;

import dev.customscheduler.testbed.TestBed;
import dev.customscheduler.testbed.process.Daemon;
import dev.customscheduler.testbed.process.Ports;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.awaitility.core.TerminalFailureException;

/**
 * A namespace in which first one scheduler works and then another, each as a process with the same service account, the
 * same configuration and the same objects before it, and what users see of its work.
 */
public final class Comparison {
    /** For conditions that hold within seconds on an idle machine. */
    public static final Duration PATIENCE = Duration.ofMinutes(3);

    private final TestBed bed;
    private final String namespace;
    private final Path kubeconfig;
    private final Path file;

    /**
     * Prepares a namespace whose name begins with {@code prefix}.
     *
     * @param configuration gives the KubeSchedulerConfiguration by the path of the kubeconfig
     */
    public Comparison(TestBed bed, String prefix, Function<Path, String> configuration) {
        this.bed = bed;
        this.namespace = bed.newNamespace(prefix);
        this.kubeconfig = LiveScheduler.account(bed, namespace, "scheduler");
        this.file = LiveScheduler.configuration(bed, namespace, configuration.apply(kubeconfig));
    }

    /**
     * A configuration by which a scheduler works in a repeatable order and tries a pod that failed only when an event
     * wakes it.
     *
     * @param rest the profiles and all else
     */
    public static String oneAttempt(Path kubeconfig, String rest) {
        return configuration(kubeconfig, 3600, rest);
    }

    /** The same for a scheduler that tries a pod that failed again after a second. */
    public static String retrying(Path kubeconfig, String rest) {
        return configuration(kubeconfig, 1, rest);
    }

    private static String configuration(Path kubeconfig, int backoffSeconds, String rest) {
        return """
                apiVersion: kubescheduler.config.k8s.io/v1
                kind: KubeSchedulerConfiguration
                clientConnection: {kubeconfig: "%1$s", qps: 1000, burst: 2000}
                leaderElection: {leaderElect: false}
                parallelism: 1
                percentageOfNodesToScore: 100
                podInitialBackoffSeconds: %2$d
                podMaxBackoffSeconds: %2$d
                """.formatted(kubeconfig, backoffSeconds) + rest;
    }

    /** The namespace. */
    public String namespace() {
        return namespace;
    }

    /** Which scheduler. */
    public enum Who {
        /** The real one. */
        KUBE_SCHEDULER,
        /** The one under test. */
        RUNTIME
    }

    /** What a user can see of a pod's scheduling. */
    public record Seen(String node, String nominated, List<String> conditions, List<String> events) {}

    /**
     * Starts a scheduler; what there is to do for it is better there before. Neither takes pods out of their backoff
     * early, so that how often a pod is tried does not depend on how idle the machine is.
     *
     * @param more what both are told besides
     */
    public Round start(Who who, String... more) {
        int port = Ports.free();
        List<String> arguments = new ArrayList<>(List.of(
                "--config=" + file,
                "--secure-port=" + port,
                "--authentication-kubeconfig=" + kubeconfig,
                "--authorization-kubeconfig=" + kubeconfig,
                "--authorization-always-allow-paths=/metrics",
                "-v=3"));
        arguments.addAll(List.of(more));
        if (who == Who.RUNTIME) {
            // LiveScheduler tells the real one.
            arguments.add("--feature-gates=SchedulerPopFromBackoffQ=false");
        }
        String name = namespace + "-" + who.name().toLowerCase(Locale.ROOT);
        return new Round(
                who == Who.RUNTIME
                        ? LiveScheduler.runtime(bed, name, arguments)
                        : LiveScheduler.real(bed, name, arguments),
                port);
    }

    /** A scheduler at work. */
    public final class Round implements AutoCloseable {
        private final Daemon scheduler;
        private final int port;

        private Round(Daemon scheduler, int port) {
            this.scheduler = scheduler;
            this.port = port;
        }

        /** What it serves at /metrics. */
        public Scrape scrape() throws IOException, GeneralSecurityException {
            return Scrape.of(port);
        }

        /** What it logged until now. */
        public String log() throws IOException {
            return Files.readString(scheduler.log());
        }

        /** Waits until the condition holds. The failure tells what the scheduler logged and which pods wait. */
        public void await(String what, Callable<Boolean> condition) {
            try {
                Awaitility.await(what)
                        .atMost(PATIENCE)
                        .failFast("the scheduler ended", () -> !scheduler.alive())
                        .until(condition);
            } catch (ConditionTimeoutException | TerminalFailureException e) {
                throw new AssertionError(what + ": " + e.getMessage() + "\n" + state(), e);
            }
        }

        private String state() {
            StringBuilder text = new StringBuilder("pods without a node:");
            for (Pod pod : pods()) {
                if (pod.getSpec().getNodeName() == null) {
                    text.append("\n  ")
                            .append(pod.getMetadata().getName())
                            .append(' ')
                            .append(conditions(pod));
                }
            }
            return text.append('\n').append(Diagnosis.of(scheduler, port)).toString();
        }

        @Override
        public void close() {
            scheduler.close();
            clear();
        }
    }

    /** The namespace's pods. */
    public List<Pod> pods() {
        return pods(namespace);
    }

    private List<Pod> pods(String namespace) {
        return bed.client().pods().inNamespace(namespace).list().getItems();
    }

    /** The names of the namespace's pods that are being deleted. */
    public SortedSet<String> terminating() {
        return terminating(namespace);
    }

    /** The names of the pods of another namespace that are being deleted. */
    public SortedSet<String> terminating(String namespace) {
        SortedSet<String> names = new TreeSet<>();
        for (Pod pod : pods(namespace)) {
            if (pod.getMetadata().getDeletionTimestamp() != null) {
                names.add(pod.getMetadata().getName());
            }
        }
        return names;
    }

    /** Whether every pod has a node or was refused one. */
    public boolean decided() {
        for (Pod pod : pods()) {
            if (!gated(pod)
                    && pod.getSpec().getNodeName() == null
                    && conditions(pod).isEmpty()) {
                return false;
            }
        }
        return true;
    }

    private static boolean gated(Pod pod) {
        return pod.getSpec().getSchedulingGates() != null
                && !pod.getSpec().getSchedulingGates().isEmpty();
    }

    /** Whether every pod that is not gated is decided and has an event that says so. */
    public boolean told() {
        if (!decided()) {
            return false;
        }
        Map<String, List<String>> events = events();
        return pods().stream()
                .allMatch(pod ->
                        gated(pod) || events.containsKey(pod.getMetadata().getName()));
    }

    /** The events by the name of the pod that they are about, the pods that are gone included. */
    public Map<String, List<String>> events() {
        return events(namespace);
    }

    private Map<String, List<String>> events(String namespace) {
        Map<String, List<String>> events = new TreeMap<>();
        for (Event event : bed.client()
                .events()
                .v1()
                .events()
                .inNamespace(namespace)
                .list()
                .getItems()) {
            if (event.getRegarding().getKind().equals("Pod")) {
                String text = String.join(
                        " | ",
                        event.getType(),
                        event.getReason(),
                        event.getAction(),
                        event.getReportingController(),
                        event.getReportingInstance(),
                        event.getNote(),
                        event.getRegarding().getApiVersion(),
                        String.valueOf(event.getRegarding().getFieldPath()),
                        event.getSeries() == null
                                ? "once"
                                : "series " + event.getSeries().getCount());
                events.computeIfAbsent(event.getRegarding().getName(), name -> new ArrayList<>())
                        .add(text);
            }
        }
        events.values().forEach(list -> list.sort(null));
        return events;
    }

    /** What is seen of each pod, by name. */
    public Map<String, Seen> look() {
        return look(namespace);
    }

    /** What is seen of each pod of another namespace, by name. */
    public Map<String, Seen> look(String namespace) {
        Map<String, List<String>> events = events(namespace);
        Map<String, Seen> seen = new TreeMap<>();
        for (Pod pod : pods(namespace)) {
            String name = pod.getMetadata().getName();
            String node = pod.getSpec().getNodeName();
            seen.put(
                    name,
                    new Seen(
                            node == null ? "" : node,
                            String.valueOf(pod.getStatus().getNominatedNodeName()),
                            conditions(pod),
                            events.getOrDefault(name, List.of())));
        }
        return seen;
    }

    private static List<String> conditions(Pod pod) {
        List<String> conditions = new ArrayList<>();
        for (PodCondition condition : pod.getStatus().getConditions()) {
            conditions.add(String.join(
                    " | ",
                    condition.getType(),
                    condition.getStatus(),
                    String.valueOf(condition.getReason()),
                    String.valueOf(condition.getMessage()),
                    String.valueOf(condition.getObservedGeneration()),
                    String.valueOf(condition.getLastProbeTime())));
        }
        return conditions;
    }

    /** Deletes pods, claims and events, and returns when they are gone. */
    public void clear() {
        bed.client().pods().inNamespace(namespace).withGracePeriod(0).delete();
        bed.client().persistentVolumeClaims().inNamespace(namespace).delete();
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> pods().isEmpty()
                        && bed.client()
                                .persistentVolumeClaims()
                                .inNamespace(namespace)
                                .list()
                                .getItems()
                                .isEmpty());
        bed.client().events().v1().events().inNamespace(namespace).delete();
    }
}
