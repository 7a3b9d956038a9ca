package dev.customscheduler.runtime.contest;

import dev.customscheduler.testbed.fake.FakeNode;

/**
 * A pod that is to be spread evenly, and waits because of another one. That one does not count any more when its
 * deletion begins, but neither scheduler takes this for an event: the pod is tried again only because it waited for too
 * long.
 */
final class FlushScene {
    /** How long pods wait before that; both schedulers look every 30 s. */
    static final String FLAG = "--pod-max-in-unschedulable-pods-duration=20s";

    private static final String EVEN = """
            - apiVersion: v1
              kind: Pod
              metadata: {name: even-%1$d, labels: {app: even}}
              spec:
                schedulerName: "@-scheduler"
                nodeName: "%2$s"
                nodeSelector: {kubernetes.io/hostname: "@-f1"}
                topologySpreadConstraints:
                - topologyKey: "@-part"
                  maxSkew: 1
                  whenUnsatisfiable: DoNotSchedule
                  nodeAffinityPolicy: Ignore
                  labelSelector: {matchLabels: {app: even}}
                containers: [{name: c, image: none}]
            """;

    private FlushScene() {}

    /** The pods are there before the schedulers. */
    static void prepare(Contest contest) {
        contest.both(contender -> {
            contender.nodes(
                    FakeNode.of("@-f1").label(contender.own("@-part"), "1"),
                    FakeNode.of("@-f2").label(contender.own("@-part"), "2"));
            contender.create("spread", EVEN.formatted(1, "@-f1"), EVEN.formatted(2, ""));
        });
    }

    /** The pod is refused, and then it would fit. */
    static void begin(Contest contest) {
        contest.await("refused", c -> c.look("even-2").toString().contains("FailedScheduling"));
        contest.same("uneven", "even-2");
        contest.both(contender -> contender.delete("spread", "even-1"));
    }

    static void end(Contest contest) {
        contest.await("flushed", c -> c.look("even-2").toString().contains("| Scheduled |"));
        contest.same("even", "even-2");
        contest.await(
                "it is counted",
                contender -> contender.metric("scheduler_pod_scheduled_after_flush_total", "") == 1
                        && contender.metric(
                                        "scheduler_queue_incoming_pods_total",
                                        "event=\"UnschedulableTimeout\" queue=\"active\"")
                                >= 1);
    }
}
