package dev.customscheduler.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.customscheduler.config.ExtensionPoint;
import dev.customscheduler.engine.cycle.Nominator;
import dev.customscheduler.engine.cycle.ProfileRunner;
import dev.customscheduler.engine.decode.NodeDecoder;
import dev.customscheduler.engine.decode.PodDecoder;
import dev.customscheduler.engine.profile.Profile;
import dev.customscheduler.engine.queue.QueueOptions;
import dev.customscheduler.engine.queue.SchedulingQueue.Queue;
import dev.customscheduler.framework.ApiResult;
import dev.customscheduler.framework.Clock;
import dev.customscheduler.framework.Cluster;
import dev.customscheduler.framework.CycleState;
import dev.customscheduler.framework.QueueSortPlugin;
import dev.customscheduler.framework.QueuedPod;
import dev.customscheduler.framework.Status;
import dev.customscheduler.framework.WaitingPod;
import dev.customscheduler.framework.model.Pod;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Pods that Permit plugins let wait, while the scheduler goes on. */
class PermitTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final Scripted a = new Scripted("A", calls).waits(Duration.ofHours(1));
    private final Scripted b = new Scripted("B", calls);
    private final List<Scripted> plugins = List.of(a, b);
    private final Writes writes = new Writes();
    private final Scheduler scheduler = new Scheduler(new SchedulerOptions(
            List.of(Scripted.profile(
                    plugins,
                    Map.of(
                            ExtensionPoint.FILTER,
                            "NodeResourcesFit",
                            ExtensionPoint.PRE_FILTER,
                            "NodeResourcesFit",
                            ExtensionPoint.POST_FILTER,
                            "DefaultPreemption",
                            ExtensionPoint.PRE_ENQUEUE,
                            "DefaultPreemption"))),
            1,
            100,
            List.of(),
            QueueOptions.of(Duration.ofSeconds(1), Duration.ofSeconds(1)),
            writes,
            Clock.SYSTEM,
            SchedulerObserver.NONE,
            Scripted.registry(plugins)));
    private Thread loop = new Thread(() -> {});

    /** What is written, in order: nominations, bindings, events' notes, conditions. */
    private static final class Writes implements Cluster {
        private final List<String> all = new CopyOnWriteArrayList<>();

        @Override
        public ApiResult bind(Pod pod, String nodeName) {
            all.add(pod.name() + " bound to " + nodeName);
            return ApiResult.ok();
        }

        @Override
        public ApiResult patchStatus(Pod pod, StatusPatch patch) {
            if (patch.nominatedNode() != null) {
                all.add(pod.name() + " nominated to " + patch.nominatedNode());
            }
            Scheduled scheduled = patch.scheduled();
            if (scheduled != null) {
                all.add(pod.name() + " " + scheduled.reason() + ": " + scheduled.message());
            }
            return ApiResult.ok();
        }

        @Override
        public ApiResult delete(Pod pod) {
            all.add(pod.name() + " deleted");
            return ApiResult.ok();
        }

        @Override
        public void event(PodEvent event) {
            all.add(event.pod().name() + " event " + event.reason() + ": " + event.note());
        }
    }

    @BeforeEach
    void start() throws IOException {
        loop = Thread.ofPlatform().name("scheduling").start(scheduler::run);
        node("n", "1");
    }

    @AfterEach
    void stop() throws InterruptedException {
        scheduler.close();
        loop.join();
    }

    private void node(String name, String cpu) throws IOException {
        scheduler.putNode(new NodeDecoder().read(JSON.readTree("""
                {"metadata": {"name": "%s"}, "status": {"allocatable": {"cpu": "%s", "pods": "10"}}}
                """.formatted(name, cpu))));
    }

    private static Pod pod(String name, int priority) throws IOException {
        return new PodDecoder().read(JSON.readTree("""
                {"metadata": {"name": "%1$s", "namespace": "default", "uid": "%1$s"}, "spec": {"priority": %2$d,
                "containers": [{"name": "c", "resources": {"requests": {"cpu": "1"}}}]}}
                """.formatted(name, priority)));
    }

    private void awaitWrite(String write) {
        await().untilAsserted(() -> assertThat(writes.all).contains(write));
    }

    private WaitingPod waiting(String name) {
        await().untilAsserted(() -> assertThat(scheduler.waitingPod(name)).isNotNull());
        return Objects.requireNonNull(scheduler.waitingPod(name));
    }

    @Test
    void aPodIsBoundWhenAllThatAskedToWaitAllowIt() throws IOException {
        b.waits(Duration.ofMinutes(1));
        scheduler.putPod(pod("p", 0));
        WaitingPod waiting = waiting("p");
        assertThat(waiting.pendingPlugins()).containsExactly("A", "B");
        // Others, such as an autoscaler, may know meanwhile where it goes.
        awaitWrite("p nominated to n");
        waiting.allow("B");
        assertThat(waiting.pendingPlugins()).containsExactly("A");
        assertThat(calls).doesNotContain("A.PreBind");
        waiting.allow("A");
        awaitWrite("p bound to n");
        awaitWrite("p event Scheduled: Successfully assigned default/p to n");
        assertThat(writes.all).containsSubsequence("p nominated to n", "p bound to n");
        assertThat(waiting.reject("A", "too late")).isFalse();
    }

    @Test
    void aRejectedPodGivesItsNodeBackAndWaitsForAnEvent() throws IOException {
        scheduler.putPod(pod("p", 0));
        WaitingPod waiting = waiting("p");
        awaitWrite("p nominated to n");
        assertThat(waiting.reject("A", "not today")).isTrue();
        String message = "0/1 nodes are available: 1 not today.";
        awaitWrite("p event FailedScheduling: " + message);
        awaitWrite("p Unschedulable: " + message);
        awaitWrite("p nominated to ");
        assertThat(calls)
                .containsSubsequence("A.Reserve", "B.Reserve", "A.Permit", "B.Permit", "B.Unreserve", "A.Unreserve");
        // Its own place, free again, did not wake it.
        await().untilAsserted(() -> assertThat(scheduler.queue().sizes()).containsEntry(Queue.UNSCHEDULABLE, 1));
        assertThat(scheduler.cache().sizes().assumedPods()).isZero();
        a.says("Permit", Status.success());
        node("another", "2");
        await().untilAsserted(() -> assertThat(writes.all).anyMatch(write -> write.startsWith("p bound to")));
    }

    @Test
    void theShortestPatienceEndsTheWait() throws IOException {
        b.waits(Duration.ofMillis(1500));
        scheduler.putPod(pod("p", 0));
        awaitWrite("p event FailedScheduling: 0/1 nodes are available: 1 rejected due to timeout after waiting 1.5s at"
                + " plugin B.");
    }

    @Test
    void aPodThatIsDeletedWhileItWaitsIsLetGo() throws IOException {
        scheduler.putPod(pod("p", 0));
        waiting("p");
        scheduler.putPod(pod("next", 0));
        await().untilAsserted(() -> assertThat(scheduler.queue().sizes()).containsEntry(Queue.UNSCHEDULABLE, 1));
        a.says("Permit", Status.success());
        scheduler.removePod("p");
        awaitWrite("p event FailedScheduling: 0/1 nodes are available: 1 removed.");
        awaitWrite("next bound to n");
        assertThat(writes.all).doesNotContain("p bound to n").noneMatch(write -> write.startsWith("p Unschedulable"));
        assertThat(scheduler.waitingPod("p")).isNull();
    }

    @Test
    void aMoreImportantPodSendsAWaitingOneBack() throws IOException {
        scheduler.putPod(pod("p", 0));
        waiting("p");
        a.says("Permit", Status.success());
        scheduler.putPod(pod("important", 100));
        awaitWrite("important bound to n");
        awaitWrite("p SchedulerError: waiting on permit for pod: preempted");
        awaitWrite("p event FailedScheduling: waiting on permit for pod: preempted");
        awaitWrite("p event Preempted: Preempted by pod important on node n (in kube-scheduler memory).");
        assertThat(writes.all).doesNotContain("p deleted");
    }

    @Test
    void noPodWaitsForMoreThanAQuarterOfAnHour() throws IOException {
        QueueSortPlugin sort = new QueueSortPlugin() {
            @Override
            public String name() {
                return "PrioritySort";
            }

            @Override
            public boolean less(QueuedPod one, QueuedPod other) {
                return false;
            }
        };
        b.waits(Duration.ofMinutes(3));
        Profile profile = new Profile(
                "p",
                -1,
                List.of(),
                sort,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(a, b),
                List.of(),
                List.of(),
                List.of(),
                Map.of(),
                Map.of(),
                Set.of());
        ProfileRunner.Permitted permitted = new ProfileRunner(profile, new Nominator(), SchedulerObserver.NONE)
                .permit(new CycleState(), pod("p", 0), "n");
        assertThat(permitted.status().isWait()).isTrue();
        assertThat(permitted.waits())
                .containsExactlyInAnyOrderEntriesOf(Map.of("A", Duration.ofMinutes(15), "B", Duration.ofMinutes(3)));
    }
}
