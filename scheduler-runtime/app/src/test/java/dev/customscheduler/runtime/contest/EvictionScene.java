package dev.customscheduler.runtime.contest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.customscheduler.runtime.testing.Comparison.Seen;
import dev.customscheduler.runtime.testing.Contender;
import dev.customscheduler.testbed.fake.FakeNode;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;

/**
 * Preemptors whose victims the API server does not let go: in one namespace the scheduler may not delete pods, in one
 * it may not write their status, in one it may do neither.
 */
final class EvictionScene {
    private static final String PODS = "(hungry|first|second|third|victim)-.*";
    private static final String VICTIMS = "(first|second|third|victim)-.*";
    private static final String EXECUTIONS = "scheduler_preemption_goroutines_execution_total";
    private static final String DURATIONS = "scheduler_preemption_goroutines_duration_seconds";
    private static final String FAILED = "result=\"error\"";
    private static final String SUCCEEDED = "result=\"success\"";
    private static final int OFTEN = 10;

    private EvictionScene() {}

    static void prepare(Contest contest) {
        contest.both(contender -> {
            contender.nodes(
                    FakeNode.of("@-e1").cpu("2"),
                    FakeNode.of("@-e2").cpu("2"),
                    FakeNode.of("@-e3").cpu("3"),
                    FakeNode.of("@-e4").cpu("3"),
                    FakeNode.of("@-e5").cpu("2"));
            for (String namespace : Set.of("home", "unmarkable")) {
                contender.permissions().grant(contender.namespace(namespace), "pods", "delete");
            }
            for (String namespace : Set.of("home", "undeletable")) {
                contender.permissions().grant(contender.namespace(namespace), "pods/status", "patch");
            }
        });
    }

    private static String pod(String name, String assigned, String node, String cpu, int priority) {
        return """
                - apiVersion: v1
                  kind: Pod
                  metadata: {name: %s}
                  spec:
                    schedulerName: "@-scheduler"
                    nodeName: "%s"
                    nodeSelector: {kubernetes.io/hostname: "@-%s"}
                    priorityClassName: level-%d
                    terminationGracePeriodSeconds: 7
                    containers: [{name: c, image: none, resources: {requests: {cpu: %s}}}]
                """.formatted(name, assigned, node, priority, cpu);
    }

    private static String hungry(String name, String node, String cpu) {
        return pod(name, "", node, cpu, 100);
    }

    private static String victim(String name, String node, String cpu, int priority) {
        return pod(name, "@-" + node, node, cpu, priority);
    }

    private static void create(Contender contender) {
        contender.create("undeletable", victim("victim-1", "e1", "2", 1));
        contender.create("unmarkable", victim("victim-2", "e2", "2", 1));
        contender.create(
                "locked",
                victim("first-3", "e3", "1", 3),
                victim("second-4", "e4", "1", 2),
                victim("victim-5", "e5", "2", 1));
        contender.create(
                "home",
                victim("second-3", "e3", "1", 2),
                victim("third-3", "e3", "1", 1),
                victim("first-4", "e4", "1", 3),
                victim("third-4", "e4", "1", 1));
        contender.create(
                "home",
                hungry("hungry-1", "e1", "2"),
                hungry("hungry-2", "e2", "2"),
                hungry("hungry-3", "e3", "3"),
                hungry("hungry-4", "e4", "3"));
        contender.create("locked", hungry("hungry-5", "e5", "2"));
    }

    static void play(Contest contest) throws IOException {
        contest.both(EvictionScene::create);
        contest.await("every preemptor is refused, and the fourth waits for its first victim's end", c -> {
            SortedMap<String, Seen> pods = c.look(PODS);
            return has(pods, "home/hungry-1", "nominated=@-e1,")
                    && has(pods, "home/hungry-2", "nominated=@-e2,")
                    && has(pods, "home/hungry-3", "nominated=@-e3,")
                    && has(pods, "home/hungry-4", "nominated=@-e4,")
                    && has(pods, "home/hungry-4", "terminating pod on the nominated node")
                    && has(pods, "home/first-4", "Preempting")
                    && has(pods, "locked/hungry-5", "FailedScheduling");
        });
        contest.both(EvictionScene::awaitMoreAttempts);
        SortedMap<String, Seen> refused = contest.same("refused", PODS);
        assertThat(refused.entrySet().stream()
                        .filter(pod -> isEnding(pod.getValue()))
                        .map(Map.Entry::getKey))
                .as("those that are evicted")
                .containsExactly("home/first-4");
        assertThat(has(refused, "undeletable/victim-1", "DisruptionTarget")).isTrue();
        contest.same(EXECUTIONS, SUCCEEDED, 0);
        assertThat(contest.tested().round().log())
                .contains("cannot delete resource \\\"pods\\\"", "cannot patch resource \\\"pods/status\\\"");

        contest.both(c -> c.end("home", "first-4"));
        contest.await(
                "the fourth is refused again", c -> has(c.look("hungry-4"), "home/hungry-4", "preempting 2 victims"));
        contest.same("refused again", PODS);
        contest.both(c -> {
            c.permissions().grantEverywhere("pods", "delete");
            c.permissions().grantEverywhere("pods/status", "patch");
        });
        contest.await(
                "all the others are evicted, too",
                c -> c.look(VICTIMS).values().stream().allMatch(EvictionScene::isEnding)
                        && has(c.look(PODS), "locked/hungry-5", "nominated=@-e5,")
                        && c.metric(EXECUTIONS, SUCCEEDED) >= 5);
        contest.same("granted", VICTIMS);
        contest.both(c -> c.look(VICTIMS).keySet().forEach(pod -> {
            String[] parts = pod.split("/", 2);
            c.end(parts[0], parts[1]);
        }));
        contest.await(
                "the preemptors have their nodes",
                c -> c.look("hungry-.*").values().stream()
                        .allMatch(seen -> seen.toString().contains("| Scheduled |")));
        contest.same("placed", "hungry-.*", Contest::withoutFailures);
        contest.same(EXECUTIONS, SUCCEEDED, 5);
        // kube-scheduler has this metric, too, but hides it.
        assertThat(contest.tested().metric(DURATIONS, SUCCEEDED)).isEqualTo(5);
        assertThat(contest.tested().metric(DURATIONS, FAILED))
                .isEqualTo(contest.tested().metric(EXECUTIONS, FAILED));
    }

    /** Preemptors whose victims are kept are not stuck: they are woken, and try again. */
    private static void awaitMoreAttempts(Contender contender) {
        double before = contender.metric(EXECUTIONS, FAILED);
        contender.await("more attempts", () -> contender.metric(EXECUTIONS, FAILED) >= before + OFTEN);
    }

    private static boolean has(SortedMap<String, Seen> pods, String pod, String text) {
        Seen seen = pods.get(pod);
        return seen != null && seen.toString().contains(text);
    }

    private static boolean isEnding(Seen seen) {
        return seen.conditions().contains(Contender.ENDING);
    }
}
