package dev.customscheduler.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.customscheduler.engine.AttemptResult.Outcome;
import dev.customscheduler.engine.decode.NodeDecoder;
import dev.customscheduler.engine.decode.PodDecoder;
import dev.customscheduler.engine.queue.QueueOptions;
import dev.customscheduler.framework.Clock;
import dev.customscheduler.framework.Code;
import dev.customscheduler.framework.Status;
import dev.customscheduler.framework.model.Pod;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every status at every extension point: how the attempt ends, what users read, and which plugins were called. The
 * words are kube-scheduler's (framework/runtime/framework.go and schedule_one.go of 1.37, read).
 */
class ExtensionPointsTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Status BOOM = Status.error("", "boom");
    private static final Status BUSY = Status.unschedulable("", "busy");
    private static final Status NEVER = Status.unresolvable("", "never");

    /** Two plugins A and B, two nodes n1 and n2. */
    private static final class Stage {
        private final List<String> calls = new ArrayList<>();
        private final Scripted a = new Scripted("A", calls);
        private final Scripted b = new Scripted("B", calls);
    }

    /**
     * A line of the table.
     *
     * @param called calls in this order, among others
     * @param notCalled calls that are not made
     */
    private record Case(
            String name,
            Consumer<Stage> script,
            Outcome outcome,
            String message,
            List<String> called,
            List<String> notCalled) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Case bound(String name, Consumer<Stage> script, List<String> called, List<String> notCalled) {
        return new Case(name, script, Outcome.SCHEDULED, "", called, notCalled);
    }

    private static Case refused(
            String name, Consumer<Stage> script, String message, List<String> called, List<String> notCalled) {
        return new Case(name, script, Outcome.UNSCHEDULABLE, message, called, notCalled);
    }

    private static Case failed(
            String name, Consumer<Stage> script, String message, List<String> called, List<String> notCalled) {
        return new Case(name, script, Outcome.ERROR, message, called, notCalled);
    }

    private static final List<String> TAKEN_BACK = List.of("A.Reserve", "B.Unreserve", "A.Unreserve");
    private static final List<String> NONE = List.of();

    static List<Case> cases() {
        List<Case> all = new ArrayList<>();
        preFilter(all);
        filterAndScore(all);
        reserveAndPermit(all);
        preBindAndBind(all);
        return all;
    }

    private static void preFilter(List<Case> all) {
        all.add(bound(
                "all points, in order",
                s -> {},
                List.of(
                        "A.PreFilter",
                        "B.PreFilter",
                        "A.Filter",
                        "B.Filter",
                        "A.PreScore",
                        "B.PreScore",
                        "A.Score",
                        "B.Score",
                        "A.Reserve",
                        "B.Reserve",
                        "A.Permit",
                        "B.Permit",
                        "A.PreBindPreFlight",
                        "B.PreBindPreFlight",
                        "A.PreBind",
                        "B.PreBind",
                        "A.Bind",
                        "B.Bind",
                        "A.PostBind",
                        "B.PostBind"),
                List.of("A.Unreserve", "B.Unreserve")));
        all.add(refused(
                "PreFilter Unschedulable goes on",
                s -> s.a.says("PreFilter", BUSY),
                "0/2 nodes are available: busy.",
                List.of("A.PreFilter", "B.PreFilter"),
                List.of("A.Filter")));
        all.add(refused(
                "the last PreFilter Unschedulable is told",
                s -> {
                    s.a.says("PreFilter", BUSY);
                    s.b.says("PreFilter", Status.unschedulable("", "busier"));
                },
                "0/2 nodes are available: busier.",
                List.of("A.PreFilter", "B.PreFilter"),
                List.of("A.Filter")));
        all.add(refused(
                "PreFilter UnschedulableAndUnresolvable ends it",
                s -> s.a.says("PreFilter", NEVER),
                "0/2 nodes are available: never.",
                List.of("A.PreFilter"),
                List.of("B.PreFilter", "A.Filter")));
        all.add(refused(
                "PreFilter UnschedulableAndUnresolvable after Unschedulable",
                s -> {
                    s.a.says("PreFilter", BUSY);
                    s.b.says("PreFilter", NEVER);
                },
                "0/2 nodes are available: never.",
                List.of("A.PreFilter", "B.PreFilter"),
                List.of("A.Filter")));
        all.add(failed(
                "PreFilter Error",
                s -> s.a.says("PreFilter", BOOM),
                "running PreFilter plugin \"A\": boom",
                List.of("A.PreFilter"),
                List.of("B.PreFilter")));
        all.add(failed(
                "PreFilter throws",
                s -> s.b.says("PreFilter", Status.error("", new IllegalStateException("broken"))),
                "running PreFilter plugin \"B\": broken",
                List.of("A.PreFilter", "B.PreFilter"),
                List.of("A.Filter")));
        all.add(refused(
                "PreFilter sets without a common node",
                s -> {
                    s.a.only("n1");
                    s.b.only("n2");
                },
                "0/2 nodes are available: node(s) didn't satisfy plugin(s) [A B] simultaneously.",
                List.of("A.PreFilter", "B.PreFilter"),
                List.of("A.Filter")));
        all.add(refused(
                "a PreFilter set without nodes",
                s -> s.a.only(),
                "0/2 nodes are available: node(s) didn't satisfy plugin A.",
                List.of("A.PreFilter"),
                List.of("B.PreFilter")));
        all.add(refused(
                "PreFilter sets leave a node that a filter refuses",
                s -> {
                    s.a.only("n1", "n2");
                    s.b.only("n2", "gone").says("Filter", BUSY);
                },
                "0/2 nodes are available: 1 busy, 1 node(s) didn't satisfy plugin(s) [A B].",
                List.of("A.PreFilter", "B.PreFilter", "A.Filter", "B.Filter"),
                NONE));
        all.add(bound(
                "PreFilter Skip leaves the filter out",
                s -> s.a.says("PreFilter", Status.skip()).says("Filter", BUSY),
                List.of("A.PreFilter", "B.PreFilter", "B.Filter"),
                List.of("A.Filter")));
    }

    private static void filterAndScore(List<Case> all) {
        all.add(refused(
                "Filter Unschedulable",
                s -> s.a.says("Filter", Status.unschedulable("", "busy", "small")),
                "0/2 nodes are available: 2 busy, 2 small.",
                List.of("A.Filter", "A.Filter"),
                List.of("B.Filter", "A.PreScore")));
        all.add(failed(
                "Filter Error",
                s -> s.b.says("Filter", BOOM),
                "running \"B\" filter plugin: boom",
                List.of("A.Filter", "B.Filter"),
                List.of("A.PreScore")));
        all.add(failed(
                "Filter may not wait",
                s -> s.a.says("Filter", Status.of(Code.Wait, "", "later")),
                "running \"A\" filter plugin: later",
                List.of("A.Filter"),
                List.of("B.Filter")));
        all.add(bound(
                "PreScore Skip leaves the score out",
                s -> s.b.says("PreScore", Status.skip()).scores(1000),
                List.of("A.PreScore", "B.PreScore", "A.Score"),
                List.of("B.Score")));
        all.add(failed(
                "PreScore Error",
                s -> s.a.says("PreScore", BOOM),
                "running PreScore plugin \"A\": boom",
                List.of("A.PreScore"),
                List.of("B.PreScore", "A.Score")));
        all.add(failed(
                "PreScore may not refuse",
                s -> s.a.says("PreScore", BUSY),
                "running PreScore plugin \"A\": busy",
                List.of("A.PreScore"),
                List.of("B.PreScore", "A.Score")));
        all.add(failed(
                "Score fails",
                s -> s.b.says("Score", Status.error("", new IllegalStateException("broken"))),
                "running Score plugins: plugin \"B\" failed with: broken",
                List.of("A.Score", "B.Score"),
                List.of("A.Reserve")));
        all.add(failed(
                "a score out of range",
                s -> s.a.scores(101),
                "applying score defaultWeights on Score plugins: plugin \"A\" returns an invalid score 101,"
                        + " it should in the range of [0, 100] after normalizing",
                List.of("A.Score"),
                List.of("A.Reserve")));
    }

    private static void reserveAndPermit(List<Case> all) {
        all.add(refused(
                "Reserve Unschedulable",
                s -> s.a.says("Reserve", BUSY),
                "0/1 nodes are available: 1 busy.",
                TAKEN_BACK,
                List.of("B.Reserve", "A.Permit")));
        all.add(failed(
                "Reserve Error",
                s -> s.b.says("Reserve", BOOM),
                "running Reserve plugin \"B\": boom",
                List.of("A.Reserve", "B.Reserve", "B.Unreserve", "A.Unreserve"),
                List.of("A.Permit")));
        all.add(refused(
                "Permit Unschedulable",
                s -> s.a.says("Permit", BUSY),
                "0/1 nodes are available: 1 busy.",
                List.of("A.Reserve", "B.Reserve", "A.Permit", "B.Unreserve", "A.Unreserve"),
                List.of("B.Permit", "A.PreBind")));
        all.add(refused(
                "Permit UnschedulableAndUnresolvable after a Wait",
                s -> {
                    s.a.waits(Duration.ofHours(1));
                    s.b.says("Permit", NEVER);
                },
                "0/1 nodes are available: 1 never.",
                List.of("A.Permit", "B.Permit", "B.Unreserve", "A.Unreserve"),
                List.of("A.PreBindPreFlight")));
        all.add(failed(
                "Permit Error",
                s -> s.a.says("Permit", BOOM),
                "running Permit plugin \"A\": boom",
                List.of("A.Permit", "B.Unreserve", "A.Unreserve"),
                List.of("B.Permit")));
        all.add(refused(
                "Permit waits too long",
                s -> s.a.waits(Duration.ofMillis(20)),
                "0/1 nodes are available: 1 rejected due to timeout after waiting 20ms at plugin A.",
                List.of("A.Permit", "B.Permit", "A.PreBindPreFlight", "B.Unreserve", "A.Unreserve"),
                List.of("A.PreBind")));
    }

    private static void preBindAndBind(List<Case> all) {
        all.add(failed(
                "PreBindPreFlight Error",
                s -> s.a.says("PreBindPreFlight", BOOM),
                "running PreBindPreFlight \"A\": boom",
                List.of("A.PreBindPreFlight", "B.Unreserve", "A.Unreserve"),
                List.of("B.PreBindPreFlight", "A.PreBind")));
        all.add(failed(
                "PreBindPreFlight may not refuse",
                s -> s.b.says("PreBindPreFlight", BUSY),
                "PreBindPreFlight B returned \"Unschedulable\", which is unsupported. It is supposed to return Success,"
                        + " Skip, or Error status",
                List.of("A.PreBindPreFlight", "B.PreBindPreFlight", "B.Unreserve", "A.Unreserve"),
                List.of("A.PreBind")));
        all.add(bound(
                "PreBindPreFlight Skip leaves PreBind out",
                s -> s.a.says("PreBindPreFlight", Status.skip()).says("PreBind", BOOM),
                List.of("A.PreBindPreFlight", "B.PreBindPreFlight", "B.PreBind"),
                List.of("A.PreBind")));
        all.add(refused(
                "PreBind Unschedulable is told as it is",
                s -> s.a.says("PreBind", BUSY),
                "busy",
                List.of("A.PreBind", "B.Unreserve", "A.Unreserve"),
                List.of("B.PreBind", "A.Bind")));
        all.add(failed(
                "PreBind Error",
                s -> s.a.says("PreBind", BOOM),
                "running PreBind plugin \"A\": boom",
                List.of("A.PreBind", "B.Unreserve", "A.Unreserve"),
                List.of("B.PreBind", "A.Bind")));
        all.add(bound(
                "Bind Skip leaves the pod to the next",
                s -> s.b.says("Bind", Status.success()),
                List.of("A.Bind", "B.Bind", "A.PostBind"),
                NONE));
        all.add(bound(
                "the first Bind that is not Skip ends the chain",
                s -> s.a.says("Bind", Status.success()),
                List.of("A.Bind", "A.PostBind"),
                List.of("B.Bind")));
        all.add(refused(
                "Bind Unschedulable is told as it is",
                s -> s.a.says("Bind", BUSY),
                "busy",
                List.of("A.Bind", "B.Unreserve", "A.Unreserve"),
                List.of("B.Bind", "A.PostBind")));
        all.add(failed(
                "Bind Error",
                s -> s.b.says("Bind", BOOM),
                "running Bind plugin \"B\": boom",
                List.of("A.Bind", "B.Bind", "B.Unreserve", "A.Unreserve"),
                List.of("A.PostBind")));
        all.add(bound(
                "PostBind throws",
                s -> s.a.says("PostBind", Status.error("", new IllegalStateException("broken"))),
                List.of("A.PostBind", "B.PostBind"),
                List.of("A.Unreserve")));
        all.add(bound(
                "Unreserve throws",
                s -> s.b.says("Unreserve", Status.error("", new IllegalStateException("broken"))),
                List.of("A.Reserve"),
                NONE));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void endsAndTellsAsKubeSchedulerDoes(Case line) throws IOException {
        Stage stage = new Stage();
        line.script.accept(stage);
        List<Scripted> plugins = List.of(stage.a, stage.b);
        try (Scheduler scheduler = Scheduler.stepwise(new SchedulerOptions(
                List.of(Scripted.profile(plugins, Map.of())),
                1,
                100,
                List.of(),
                QueueOptions.of(Duration.ofSeconds(1), Duration.ofSeconds(10)),
                new NoCluster(),
                Clock.SYSTEM,
                SchedulerObserver.NONE,
                Scripted.registry(plugins)))) {
            for (String node : List.of("n1", "n2")) {
                scheduler.putNode(new NodeDecoder().read(JSON.readTree("""
                        {"metadata": {"name": "%s"}, "status": {"allocatable": {"cpu": "4", "pods": "10"}}}
                        """.formatted(node))));
            }
            AttemptResult result = scheduler.scheduleOne(pod(), true);
            assertThat(result.outcome()).isEqualTo(line.outcome);
            assertThat(result.message()).isEqualTo(line.message);
            assertThat(stage.calls)
                    .containsSubsequence(line.called)
                    .doesNotContainAnyElementsOf(orNothing(line.notCalled));
            // A pod that failed left nothing behind.
            assertThat(scheduler.cache().sizes().assumedPods()).isEqualTo(line.outcome == Outcome.SCHEDULED ? 1 : 0);
        }
    }

    private static List<String> orNothing(List<String> calls) {
        return calls.isEmpty() ? List.of("nothing") : calls;
    }

    private static Pod pod() throws IOException {
        return new PodDecoder().read(JSON.readTree("""
                {"metadata": {"name": "p", "namespace": "default", "uid": "u"}, "spec": {"containers": [{"name": "c"}]}}
                """));
    }
}
