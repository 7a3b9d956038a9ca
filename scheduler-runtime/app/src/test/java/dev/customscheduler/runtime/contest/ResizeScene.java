package dev.customscheduler.runtime.contest;

import dev.customscheduler.runtime.testing.Comparison.Seen;
import dev.customscheduler.testbed.fake.FakeNode;

/**
 * Pods that wait for others to become smaller in place, with a kubelet that has yet to do it and without one, and pods
 * that are resized themselves while they wait.
 */
final class ResizeScene {
    private static final String PODS = "(waits|shrinks|grows|sits)-.*";
    private static final String ACTUATED = """
            {"status": {"containerStatuses": [{"name": "c", "image": "none", "imageID": "none", "ready": true,
              "restartCount": 0, "allocatedResources": {"cpu": "%1$s"}, "resources": {"requests": {"cpu": "%1$s"}}}]}}
            """;

    private ResizeScene() {}

    static void prepare(Contest contest) {
        contest.both(contender ->
                contender.nodes(FakeNode.of("@-r1"), FakeNode.of("@-r2"), FakeNode.of("@-r3"), FakeNode.of("@-r4")));
    }

    private static String pod(String name, String assigned, String node, String cpu) {
        return """
                - apiVersion: v1
                  kind: Pod
                  metadata: {name: %s}
                  spec:
                    schedulerName: "@-scheduler"
                    nodeName: "%s"
                    nodeSelector: {kubernetes.io/hostname: "@-%s"}
                    containers: [{name: c, image: none, resources: {requests: {cpu: %s}}}]
                """.formatted(name, assigned, node, cpu);
    }

    static void play(Contest contest) {
        contest.both(contender -> {
            contender.create("home", pod("sits-1", "@-r1", "r1", "3"), pod("sits-2", "@-r2", "r2", "3"));
            contender.patchStatus("home", "sits-2", ACTUATED.formatted("3"));
            contender.create(
                    "home",
                    pod("waits-1", "", "r1", "2"),
                    pod("waits-2", "", "r2", "2"),
                    pod("shrinks-3", "", "r3", "64"),
                    pod("grows-4", "", "r4", "5"));
        });
        contest.await(
                "all are refused",
                c -> c.look("(waits|shrinks|grows)-.*").values().stream()
                        .allMatch(seen -> seen.toString().contains("FailedScheduling")));
        contest.same("before the resize", PODS);
        contest.both(contender -> {
            contender.resize("home", "grows-4", "6");
            contender.resize("home", "shrinks-3", "1");
            contender.resize("home", "sits-2", "1");
            contender.resize("home", "sits-1", "1");
        });
        contest.await(
                "those that fit have their nodes",
                c -> c.look("(waits-1|shrinks-3)").values().stream().allMatch(ResizeScene::isBound));
        contest.same("resized", PODS);
        contest.both(contender -> contender.patchStatus("home", "sits-2", ACTUATED.formatted("1")));
        contest.await(
                "the kubelet's word counts",
                c -> c.look("waits-2").values().stream().allMatch(ResizeScene::isBound));
        contest.both(contender -> contender.resize("home", "grows-4", "4"));
        contest.await(
                "the grown one fits in the end",
                c -> c.look("grows-4").values().stream().allMatch(ResizeScene::isBound));
        contest.same("at last", PODS);
    }

    private static boolean isBound(Seen seen) {
        return seen.toString().contains("| Scheduled |");
    }
}
