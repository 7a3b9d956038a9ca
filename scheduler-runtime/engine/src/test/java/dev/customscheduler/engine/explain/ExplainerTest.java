package dev.customscheduler.engine.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.customscheduler.config.ConfigurationReader;
import dev.customscheduler.config.ConfigurationResult;
import dev.customscheduler.config.Source;
import dev.customscheduler.config.Target;
import dev.customscheduler.engine.Scheduler;
import dev.customscheduler.engine.SchedulerObserver;
import dev.customscheduler.engine.SchedulerOptions;
import dev.customscheduler.engine.attempts.AttemptLog;
import dev.customscheduler.engine.decode.NodeDecoder;
import dev.customscheduler.engine.decode.PodDecoder;
import dev.customscheduler.engine.explain.Explanation.NodeScore;
import dev.customscheduler.engine.explain.Explanation.Placement;
import dev.customscheduler.engine.explain.Explanation.State;
import dev.customscheduler.engine.queue.SchedulingQueue.Queue;
import dev.customscheduler.framework.ApiResult;
import dev.customscheduler.framework.Clock;
import dev.customscheduler.framework.Cluster;
import dev.customscheduler.framework.model.Pod;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a scheduler at work says of its pods. */
class ExplainerTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final PodDecoder pods = new PodDecoder();
    private final NodeDecoder nodes = new NodeDecoder();
    private final Map<String, String> bound = new ConcurrentHashMap<>();
    private final Scheduler scheduler = scheduler();
    private final Thread loop = Thread.ofPlatform().name("scheduling").unstarted(scheduler::run);

    private Scheduler scheduler() {
        byte[] document = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
                .getBytes(StandardCharsets.UTF_8);
        var accepted = (ConfigurationResult.Accepted) ConfigurationReader.read(document, Source.NONE, Target.bundled());
        Cluster cluster = new Cluster() {
            @Override
            public ApiResult bind(Pod pod, String nodeName) {
                bound.put(pod.name(), nodeName);
                return ApiResult.ok();
            }

            @Override
            public ApiResult patchStatus(Pod pod, StatusPatch patch) {
                return ApiResult.ok();
            }

            @Override
            public ApiResult delete(Pod pod) {
                return ApiResult.ok();
            }

            @Override
            public void event(PodEvent event) {}
        };
        return new Scheduler(SchedulerOptions.of(
                accepted.configuration(), accepted.profiles(), List.of(), cluster, SchedulerObserver.NONE));
    }

    @AfterEach
    void stop() throws InterruptedException {
        scheduler.close();
        loop.join();
    }

    private static JsonNode json(String text) throws IOException {
        return JSON.readTree(text);
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

    private void awaitQueue(Queue queue, int pods) {
        await().untilAsserted(() -> assertThat(scheduler.queue().sizes()).containsEntry(queue, pods));
    }

    private Explanation explain(String name, Predicate<Pod> mayName) {
        Pod pod = Objects.requireNonNull(Explainer.find(scheduler, "default", name));
        return new Explainer(scheduler, Clock.SYSTEM, mayName).explain(pod);
    }

    private Explanation explain(String name) {
        return explain(name, other -> true);
    }

    @Test
    void aPendingPod() throws IOException {
        loop.start();
        node("small", "1");
        node("large", "4");
        scheduler.putPod(pod("there", "3", "").withNodeName("large"));
        scheduler.putPod(pod("big", "2", ""));
        awaitQueue(Queue.UNSCHEDULABLE, 1);
        Explanation e = explain("big");
        assertThat(e.state()).isEqualTo(State.UNSCHEDULABLE);
        assertThat(Objects.requireNonNull(e.queue()).attempts()).isEqualTo(1);
        assertThat(e.queue().rejectedBy()).containsExactly("NodeResourcesFit");
        assertThat(e.queue().lastFailureAt()).isNotEmpty();
        assertThat(Objects.requireNonNull(e.lastAttempt()).message())
                .startsWith("0/2 nodes are available: 2 Insufficient cpu.");
        assertThat(e.lastAttempt().refusals())
                .containsExactly(new Explanation.Refusal(
                        "NodeResourcesFit", List.of("Insufficient cpu"), 2, List.of("large", "small")));
        assertThat(e.wakers())
                .containsExactly(new Explanation.Waker(
                        "NodeResourcesFit",
                        List.of(
                                "AssignedPod/Delete",
                                "Node/Add",
                                "Node/UpdateNodeAllocatable",
                                "AssignedPod/UpdatePodScaleDown",
                                "TargetPod/UpdatePodScaleDown")));
        assertThat(Objects.requireNonNull(e.changes())
                        .found()
                        .getFirst()
                        .steps()
                        .getFirst()
                        .text())
                .isEqualTo("1 more cpu on node large");
        assertThat(scheduler.queue().sizes()).as("nothing was moved").containsEntry(Queue.UNSCHEDULABLE, 1);
        assertThat(bound).isEmpty();
    }

    @Test
    void otherPodsAreNamedToThoseWhoMaySeeThemOnly() throws IOException {
        loop.start();
        node("n", "4");
        String anti = """
                "affinity": {"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [
                {"labelSelector": {}, "topologyKey": "kubernetes.io/hostname"}]}},""";
        scheduler.putNode(nodes.read(json("""
                {"metadata": {"name": "n", "labels": {"kubernetes.io/hostname": "n"}},
                "status": {"allocatable": {"cpu": "4", "memory": "8Gi", "pods": "110"}}}""")));
        scheduler.putPod(pod("secret", "1", "").withNodeName("n"));
        scheduler.putPod(pod("lonely", "1", anti));
        awaitQueue(Queue.UNSCHEDULABLE, 1);
        assertThat(explain("lonely").toString()).contains("default/secret");
        assertThat(explain("lonely", other -> false).toString())
                .doesNotContain("secret")
                .contains("one pod fewer of those that you may not see");
    }

    @Test
    void aPlacedPodHasTheScoresOfItsDecision() throws IOException {
        loop.start();
        for (int i = 0; i < 30; i++) {
            node("n" + i, Integer.toString(2 + i));
        }
        scheduler.putPod(pod("p", "1", ""));
        await().until(() -> bound.containsKey("p"));
        scheduler.putPod(pod("p", "1", "").withNodeName(Objects.requireNonNull(bound.get("p"))));
        Explanation e = explain("p");
        assertThat(e.state()).isEqualTo(State.ASSIGNED);
        Placement decision = Objects.requireNonNull(e.decision());
        assertThat(decision.feasibleNodes()).isEqualTo(30);
        assertThat(decision.scores()).hasSize(AttemptLog.BEST);
        assertThat(decision.scores().getFirst().node()).isEqualTo(e.node());
        for (NodeScore score : decision.scores()) {
            assertThat(score.plugins().values().stream()
                            .mapToLong(Long::longValue)
                            .sum())
                    .isEqualTo(score.total());
        }
        assertThat(decision.scores()).isSortedAccordingTo((a, b) -> Long.compare(b.total(), a.total()));
        assertThat(e.notes()).containsExactly("the scores of the best 20 of 30 nodes are kept");
    }

    @Test
    void aSingleFeasibleNodeHasNoScores() throws IOException {
        loop.start();
        node("n", "4");
        scheduler.putPod(pod("p", "1", ""));
        await().until(() -> bound.containsKey("p"));
        Explanation e = explain("p");
        assertThat(Objects.requireNonNull(e.decision()).scores()).isEmpty();
        assertThat(e.notes()).contains("it was the single feasible node: nothing was scored");
    }

    @Test
    void aGatedPod() throws IOException {
        node("n", "4");
        scheduler.putPod(pod("held", "1", "\"schedulingGates\": [{\"name\": \"g\"}],"));
        Explanation e = explain("held");
        assertThat(e.state()).isEqualTo(State.GATED);
        assertThat(Objects.requireNonNull(e.queue()).gate()).isEqualTo("SchedulingGates");
        assertThat(e.now()).isNull();
        assertThat(e.notes()).contains("it is held back before any attempt: waiting for scheduling gates: [g]");
        assertThat(e.wakers())
                .containsExactly(new Explanation.Waker(
                        "SchedulingGates", List.of("TargetPod/UpdatePodSchedulingGatesEliminated")));
    }

    @Test
    void aPodThatWasNotTriedYet() throws IOException {
        node("n", "4");
        scheduler.putPod(pod("p", "1", ""));
        Explanation e = explain("p");
        assertThat(e.state()).isEqualTo(State.ACTIVE);
        assertThat(e.lastAttempt()).isNull();
        assertThat(Objects.requireNonNull(e.now()).feasibleNodes()).containsExactly("n");
        assertThat(e.changes()).isNull();
        assertThat(e.notes()).containsExactly("it has not been tried yet");
    }

    @Test
    void preemptionThatDoesNotHelpIsReported() throws IOException {
        loop.start();
        node("n", "1");
        scheduler.putPod(pod("lesser-0", "1", "").withNodeName("n"));
        scheduler.putPod(pod("important", "1", "\"priority\": 100,"));
        for (int i = 1; i <= 3; i++) {
            int preemptions = i;
            await().until(() -> {
                var failure = scheduler.attempts().failure("uid-important");
                return failure != null && failure.preemptions() == preemptions;
            });
            // Another scheduler is quicker: its pod is there before the room is found free.
            scheduler.putPod(pod("lesser-" + i, "1", "").withNodeName("n"));
            scheduler.removePod("uid-lesser-" + (i - 1));
        }
        await().untilAsserted(() -> assertThat(explain("important").notes())
                .anyMatch(note -> note.matches("it has preempted [3-9] times and still has no node: .*")));
    }

    @Test
    void anExplanationIsTheSameWhenReadAgain() throws IOException {
        loop.start();
        node("n", "1");
        scheduler.putPod(pod("big", "2", ""));
        awaitQueue(Queue.UNSCHEDULABLE, 1);
        Explanation e = explain("big");
        assertThat(JSON.readValue(JSON.writeValueAsString(e), Explanation.class))
                .isEqualTo(e);
    }
}
