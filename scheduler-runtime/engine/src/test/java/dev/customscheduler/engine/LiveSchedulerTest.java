package dev.customscheduler.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.customscheduler.config.ConfigurationReader;
import dev.customscheduler.config.ConfigurationResult;
import dev.customscheduler.config.Source;
import dev.customscheduler.config.Target;
import dev.customscheduler.engine.decode.NodeDecoder;
import dev.customscheduler.engine.decode.PodDecoder;
import dev.customscheduler.engine.queue.SchedulingQueue.Queue;
import dev.customscheduler.framework.ApiResult;
import dev.customscheduler.framework.Cluster;
import dev.customscheduler.framework.model.Pod;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The scheduler at work: its own thread takes pods from the queue while the test plays the watch. */
class LiveSchedulerTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Recorder cluster = new Recorder();
    private final PodDecoder pods = new PodDecoder();
    private final NodeDecoder nodes = new NodeDecoder();
    private Scheduler scheduler = scheduler();
    private Thread loop = new Thread(() -> {});

    /** Remembers what was written; the first binding of a pod named {@code unlucky} fails. */
    private static final class Recorder implements Cluster {
        private final Map<String, String> bound = new ConcurrentHashMap<>();
        private final Map<String, StatusPatch> patches = new ConcurrentHashMap<>();
        private final List<PodEvent> events = new CopyOnWriteArrayList<>();
        private final List<String> deleted = new CopyOnWriteArrayList<>();
        private final List<String> writesOfLate = new CopyOnWriteArrayList<>();
        private final CountDownLatch lateIsBound = new CountDownLatch(1);
        private volatile boolean failed;

        @Override
        public ApiResult bind(Pod pod, String nodeName) {
            if (pod.name().equals("unlucky") && !failed) {
                failed = true;
                return new ApiResult(ApiResult.Outcome.UNAVAILABLE, "etcd is away");
            }
            if (pod.name().equals("late")) {
                writesOfLate.add("bound");
                lateIsBound.countDown();
            }
            String before = bound.putIfAbsent(pod.key(), nodeName);
            return before == null ? ApiResult.ok() : new ApiResult(ApiResult.Outcome.CONFLICT, "already assigned");
        }

        @Override
        public ApiResult patchStatus(Pod pod, StatusPatch patch) {
            if (pod.name().equals("late")) {
                hold();
                writesOfLate.add("refused");
            }
            patches.put(pod.key(), patch);
            return ApiResult.ok();
        }

        /** Takes so long that a binding that does not wait for the write is there before it. */
        private void hold() {
            try {
                boolean overtaken = lateIsBound.await(1, TimeUnit.SECONDS);
                writesOfLate.add(overtaken ? "overtaken" : "in time");
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public ApiResult delete(Pod pod) {
            deleted.add(pod.key());
            return ApiResult.ok();
        }

        @Override
        public void event(PodEvent event) {
            events.add(event);
        }
    }

    private Scheduler scheduler() {
        String document = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n";
        ConfigurationResult read =
                ConfigurationReader.read(document.getBytes(StandardCharsets.UTF_8), Source.NONE, Target.bundled());
        ConfigurationResult.Accepted accepted = (ConfigurationResult.Accepted) read;
        return new Scheduler(SchedulerOptions.of(
                accepted.configuration(), accepted.profiles(), List.of(), cluster, SchedulerObserver.NONE));
    }

    @BeforeEach
    void start() {
        loop = Thread.ofPlatform().name("scheduling").start(scheduler::run);
    }

    @AfterEach
    void stop() throws InterruptedException {
        scheduler.close();
        loop.join();
    }

    private void node(String name, String cpu) throws IOException {
        scheduler.putNode(nodes.read(json("""
                {"metadata": {"name": "%s"}, "status": {"allocatable": {"cpu": "%s", "memory": "8Gi", "pods": "110"}}}
                """.formatted(name, cpu))));
    }

    private Pod pod(String name, String cpu, String more) throws IOException {
        return pods.read(json("""
                {"metadata": {"name": "%s", "namespace": "default", "uid": "uid-%s"}, "spec": {%s "containers":
                [{"name": "c", "image": "i", "resources": {"requests": {"cpu": "%s"}}}]}}
                """.formatted(name, name, more, cpu)));
    }

    private static JsonNode json(String text) throws IOException {
        return JSON.readTree(text);
    }

    private void awaitBound(String pod, String node) {
        await().untilAsserted(() -> assertThat(cluster.bound).containsEntry("default/" + pod, node));
    }

    private void awaitQueue(Queue queue, int pods) {
        await().untilAsserted(() -> assertThat(scheduler.queue().sizes()).containsEntry(queue, pods));
    }

    @Test
    void manyPodsAreBoundOnceAndNodesAreNotOvercommitted() throws IOException {
        for (int n = 0; n < 10; n++) {
            node("n" + n, "4");
        }
        for (int i = 0; i < 40; i++) {
            scheduler.putPod(pod("p" + i, "1", ""));
        }
        await().untilAsserted(() -> assertThat(cluster.bound).hasSize(40));
        for (int n = 0; n < 10; n++) {
            String node = "n" + n;
            assertThat(cluster.bound.values().stream().filter(node::equals).count())
                    .isEqualTo(4);
        }
        assertThat(cluster.events).allMatch(e -> e.reason().equals("Scheduled"));
    }

    @Test
    void whatAFailedAttemptSaysIsWrittenBeforeTheBinding() throws IOException {
        node("small", "1");
        scheduler.putPod(pod("late", "2", ""));
        awaitQueue(Queue.UNSCHEDULABLE, 1);
        node("large", "4");
        awaitBound("late", "large");
        assertThat(cluster.writesOfLate).containsExactly("in time", "refused", "bound");
    }

    @Test
    void aPodThatFitsNowhereSaysWhyAndIsWokenByANode() throws IOException {
        node("small", "1");
        scheduler.putPod(pod("big", "2", ""));
        awaitQueue(Queue.UNSCHEDULABLE, 1);
        await().untilAsserted(() -> assertThat(cluster.patches).containsKey("default/big"));
        Cluster.Scheduled condition = Objects.requireNonNull(
                Objects.requireNonNull(cluster.patches.get("default/big")).scheduled());
        assertThat(condition.reason()).isEqualTo("Unschedulable");
        assertThat(condition.message())
                .isEqualTo("0/1 nodes are available: 1 Insufficient cpu. preemption: 0/1 nodes are available: 1"
                        + " Preemption is not helpful for scheduling.");
        node("large", "4");
        awaitBound("big", "large");
    }

    @Test
    void aGatedPodWaitsUntilItsGatesAreGone() throws IOException {
        node("n", "4");
        scheduler.putPod(pod("held", "1", "\"schedulingGates\": [{\"name\": \"g\"}],"));
        awaitQueue(Queue.GATED, 1);
        assertThat(cluster.bound).isEmpty();
        scheduler.putPod(pod("held", "1", ""));
        awaitBound("held", "n");
    }

    @Test
    void aFailedBindingGivesTheNodeBackAndIsTriedAgain() throws IOException {
        node("n", "1");
        scheduler.putPod(pod("unlucky", "1", ""));
        awaitBound("unlucky", "n");
        assertThat(cluster.events)
                .anyMatch(e -> e.reason().equals("FailedScheduling") && e.note().contains("etcd is away"));
    }

    @Test
    void aMoreImportantPodTakesThePlaceOfALesser() throws IOException {
        node("n", "1");
        scheduler.putPod(pod("lesser", "1", "").withNodeName("n"));
        scheduler.putPod(pod("important", "1", "\"priority\": 100,"));
        await().untilAsserted(() -> assertThat(cluster.deleted).containsExactly("default/lesser"));
        scheduler.removePod("uid-lesser");
        awaitBound("important", "n");
        assertThat(cluster.events).anyMatch(e -> e.reason().equals("Preempted"));
    }

    @Test
    void anotherSchedulersPodIsLeftAloneButCounts() throws IOException {
        node("n", "1");
        Pod foreign = pod("foreign", "1", "\"schedulerName\": \"other\",");
        scheduler.putPod(foreign);
        assertThat(scheduler.queue().pods()).isEmpty();
        scheduler.putPod(foreign.withNodeName("n"));
        scheduler.putPod(pod("mine", "1", ""));
        awaitQueue(Queue.UNSCHEDULABLE, 1);
    }
}
