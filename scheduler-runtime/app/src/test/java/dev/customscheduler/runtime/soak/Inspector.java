package dev.customscheduler.runtime.soak;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.customscheduler.runtime.tls.Trust;
import dev.customscheduler.testbed.TestBed;
import dev.customscheduler.testbed.process.Daemon;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequest;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/** Looks into the running scheduler, and compares what it believes with what the API server says. */
final class Inspector {
    private static final Pattern TOTAL = Pattern.compile("(?m)^Total +\\d+ +(\\d+)");

    private final TestBed bed;
    private final String namespace;
    private final HttpClient http;
    private final HttpRequest request;

    Inspector(TestBed bed, String namespace, int port) throws GeneralSecurityException {
        this.bed = bed;
        this.namespace = namespace;
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(null, new TrustManager[] {Trust.everyone()}, null);
        this.http = HttpClient.newBuilder().sslContext(tls).build();
        this.request = HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + port + "/debug/cache"))
                .header("Authorization", "Bearer " + token())
                .build();
    }

    private String token() {
        bed.client()
                .resource(new ServiceAccountBuilder()
                        .withNewMetadata()
                        .withNamespace(namespace)
                        .withName("inspector")
                        .endMetadata()
                        .build())
                .create();
        bed.client()
                .resource(new ClusterRoleBindingBuilder()
                        .withNewMetadata()
                        .withName(namespace + "-inspector")
                        .endMetadata()
                        .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", "cluster-admin")
                        .addNewSubject("", "ServiceAccount", "inspector", namespace)
                        .build())
                .create();
        return bed.client()
                .serviceAccounts()
                .inNamespace(namespace)
                .withName("inspector")
                .tokenRequest(new TokenRequest())
                .getStatus()
                .getToken();
    }

    private JsonNode cache() throws IOException, InterruptedException {
        HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IOException("/debug/cache answers " + answer.statusCode() + ": " + answer.body());
        }
        return new ObjectMapper().readTree(answer.body());
    }

    private List<Pod> pods() {
        return bed.client().pods().inNamespace(namespace).list().getItems();
    }

    /** What is not at rest: pods that are being tried or ended, or that nobody tried. */
    List<String> unrest() throws IOException, InterruptedException {
        List<String> moving = new ArrayList<>();
        JsonNode cache = cache();
        JsonNode queue = cache.path("queue");
        for (String part : List.of("active", "backoff")) {
            if (queue.path(part).asInt() != 0) {
                moving.add(queue.path(part) + " pods in " + part);
            }
        }
        cache.path("assumed").forEach(pod -> moving.add(pod.asText() + " is assumed"));
        Set<String> nodes = new HashSet<>();
        bed.client()
                .nodes()
                .list()
                .getItems()
                .forEach(node -> nodes.add(node.getMetadata().getName()));
        int waiting = 0;
        for (Pod pod : pods()) {
            String node = pod.getSpec().getNodeName();
            if (pod.getMetadata().getDeletionTimestamp() != null) {
                moving.add(pod.getMetadata().getName() + " is terminating on " + node);
            }
            if (node != null && !nodes.contains(node)) {
                moving.add(pod.getMetadata().getName() + " is on " + node + ", which is gone");
            }
            waiting += node == null ? 1 : 0;
        }
        int queued = queue.path("unschedulable").asInt() + queue.path("gated").asInt();
        if (queued != waiting) {
            moving.add(waiting + " pods without a node, " + queued + " in the queue");
        }
        return moving;
    }

    /** What is different between the scheduler's cache and the API server. */
    List<String> cacheDifferences() throws IOException, InterruptedException {
        Map<String, String> theirs = new TreeMap<>();
        Map<String, List<Pod>> byNode = new TreeMap<>();
        for (Pod pod : pods()) {
            if (pod.getSpec().getNodeName() != null) {
                byNode.computeIfAbsent(pod.getSpec().getNodeName(), n -> new ArrayList<>())
                        .add(pod);
            }
        }
        for (Node node : bed.client().nodes().list().getItems()) {
            String name = node.getMetadata().getName();
            theirs.put(name, node(node, byNode.getOrDefault(name, List.of())));
        }
        Map<String, String> ours = new TreeMap<>();
        for (JsonNode node : cache().path("nodes")) {
            TreeSet<String> on = new TreeSet<>();
            node.path("pods").forEach(pod -> on.add(pod.asText()));
            ours.put(
                    node.path("name").asText(),
                    "cpu " + node.path("requested").path("milliCpu") + " of "
                            + node.path("allocatable").path("milliCpu") + ", memory "
                            + node.path("requested").path("memory") + " of "
                            + node.path("allocatable").path("memory") + ", " + on);
        }
        List<String> differences = new ArrayList<>();
        TreeSet<String> names = new TreeSet<>(theirs.keySet());
        names.addAll(ours.keySet());
        for (String name : names) {
            String their = String.valueOf(theirs.get(name));
            String our = String.valueOf(ours.get(name));
            if (!their.equals(our)) {
                differences.add(name + "\n  API server: " + their + "\n  cache:      " + our);
            }
        }
        return differences;
    }

    private static String node(Node node, List<Pod> pods) {
        BigDecimal cpu = BigDecimal.ZERO;
        BigDecimal memory = BigDecimal.ZERO;
        TreeSet<String> on = new TreeSet<>();
        for (Pod pod : pods) {
            on.add(pod.getMetadata().getNamespace() + "/" + pod.getMetadata().getName());
            cpu = cpu.add(occupied(pod, "cpu"));
            memory = memory.add(occupied(pod, "memory"));
        }
        Map<String, Quantity> allocatable = node.getStatus().getAllocatable();
        return "cpu " + milli(cpu) + " of " + milli(Amounts.of(allocatable, "cpu")) + ", memory "
                + memory.longValueExact() + " of "
                + Amounts.of(allocatable, "memory").longValueExact() + ", " + on;
    }

    /** A container that is being resized holds the largest of what is asked, allocated and actual. */
    private static BigDecimal occupied(Pod pod, String resource) {
        BigDecimal sum = BigDecimal.ZERO;
        for (Container container : pod.getSpec().getContainers()) {
            BigDecimal most = Amounts.of(container.getResources().getRequests(), resource);
            for (ContainerStatus status : pod.getStatus().getContainerStatuses()) {
                if (status.getName().equals(container.getName())) {
                    most = most.max(Amounts.of(status.getAllocatedResources(), resource));
                    if (status.getResources() != null) {
                        most = most.max(Amounts.of(status.getResources().getRequests(), resource));
                    }
                }
            }
            sum = sum.add(most);
        }
        return sum;
    }

    private static long milli(BigDecimal cpu) {
        return cpu.movePointRight(3).longValueExact();
    }

    /** The bytes of all objects in the scheduler's heap that something refers to, counted one by one. */
    long liveBytes(Daemon runtime) throws IOException, InterruptedException {
        Matcher total = TOTAL.matcher(jcmd(runtime, "GC.class_histogram"));
        if (!total.find()) {
            throw new IOException("jcmd GC.class_histogram gives no total");
        }
        return Long.parseLong(total.group(1));
    }

    private static String jcmd(Daemon runtime, String command) throws IOException, InterruptedException {
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        Process process = new ProcessBuilder(jcmd.toString(), Long.toString(runtime.pid()), command)
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("jcmd " + command + ": " + said);
        }
        return said;
    }
}
