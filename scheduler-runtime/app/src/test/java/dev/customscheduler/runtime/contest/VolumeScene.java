package dev.customscheduler.runtime.contest;

import dev.customscheduler.runtime.testing.Comparison.Seen;
import dev.customscheduler.runtime.testing.Contender;
import dev.customscheduler.testbed.fake.FakeNode;

/**
 * Volumes and claims that the API server does not let the schedulers write: first for lack of permission, then, some of
 * them, because the write is of an outdated state. An admission policy makes it one, as if somebody had been faster.
 */
final class VolumeScene {
    private static final String PODS = "(static|dynamic)-.*";
    private static final String CONFLICTED = "(static|dynamic)-contended";

    private VolumeScene() {}

    static void prepare(Contest contest) {
        contest.both(contender -> {
            contender.nodes(FakeNode.of("@-v1"));
            // The API server heeds a policy only some time after it was made.
            contender.create("home", CLASSES, POLICY);
        });
    }

    private static final String CLASSES = """
            - {apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: "@-local"},
               provisioner: kubernetes.io/no-provisioner, volumeBindingMode: WaitForFirstConsumer}
            - {apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: "@-made"},
               provisioner: test.example.com, volumeBindingMode: WaitForFirstConsumer}
            """;

    private static final String POLICY = """
            - apiVersion: admissionregistration.k8s.io/v1
              kind: MutatingAdmissionPolicy
              metadata: {name: "@-outdated"}
              spec:
                matchConstraints:
                  resourceRules:
                  - apiGroups: [""]
                    apiVersions: ["v1"]
                    operations: ["UPDATE"]
                    resources: ["persistentvolumes", "persistentvolumeclaims"]
                  objectSelector: {matchLabels: {contended: "@"}}
                matchConditions:
                - {name: scheduler, expression: 'request.userInfo.username.endsWith(":scheduler")'}
                reinvocationPolicy: Never
                failurePolicy: Fail
                mutations:
                - patchType: JSONPatch
                  jsonPatch:
                    expression: '[JSONPatch{op: "replace", path: "/metadata/resourceVersion", value: "1"}]'
            - apiVersion: admissionregistration.k8s.io/v1
              kind: MutatingAdmissionPolicyBinding
              metadata: {name: "@-outdated"}
              spec: {policyName: "@-outdated"}
            """;

    private static String volume(String name, String size, String label) {
        return """
                - apiVersion: v1
                  kind: PersistentVolume
                  metadata: {name: "@-%1$s", labels: {%3$s: "@"}}
                  spec:
                    accessModes: [ReadWriteOnce]
                    capacity: {storage: %2$s}
                    storageClassName: "@-local"
                    local: {path: /none}
                    nodeAffinity:
                      required: {nodeSelectorTerms: [{matchExpressions: [{key: kubernetes.io/hostname, operator: In, values: ["@-v1"]}]}]}
                """.formatted(name, size, label);
    }

    private static String pod(String name, String className, String size, String label) {
        return """
                - apiVersion: v1
                  kind: PersistentVolumeClaim
                  metadata: {name: %1$s, labels: {%4$s: "@"}}
                  spec:
                    accessModes: [ReadWriteOnce]
                    storageClassName: "@-%2$s"
                    resources: {requests: {storage: %3$s}}
                - apiVersion: v1
                  kind: Pod
                  metadata: {name: %1$s}
                  spec:
                    schedulerName: "@-scheduler"
                    nodeSelector: {kubernetes.io/hostname: "@-v1"}
                    containers: [{name: c, image: none}]
                    volumes: [{name: v, persistentVolumeClaim: {claimName: %1$s}}]
                """.formatted(name, className, size, label);
    }

    static void play(Contest contest) {
        contest.both(contender -> {
            contender.create("home", volume("plain", "1Gi", "calm"), volume("contended", "5Gi", "contended"));
            contender.create(
                    "home",
                    pod("static-plain", "local", "1Gi", "calm"),
                    pod("static-contended", "local", "5Gi", "contended"),
                    pod("dynamic-plain", "made", "1Gi", "calm"),
                    pod("dynamic-contended", "made", "1Gi", "contended"));
        });
        contest.await(
                "all are forbidden",
                c -> c.look(PODS).values().stream()
                                .filter(seen -> seen.toString().contains("is forbidden"))
                                .count()
                        == 4);
        // While its volumes are written a pod is nominated, and no longer when that failed.
        contest.same("forbidden", PODS, Contest::withoutNomination);
        contest.both(contender -> {
            contender.permissions().grantEverywhere("persistentvolumes", "update");
            contender.permissions().grant(contender.namespace("home"), "persistentvolumeclaims", "update");
        });
        contest.await(
                "those that nobody contends for are written",
                c -> c.look("static-plain").values().stream().allMatch(VolumeScene::isBound)
                        && selected(c, "dynamic-plain")
                        && c.look(CONFLICTED).values().stream()
                                .allMatch(seen -> seen.toString().contains("object has been modified")));
        contest.same("conflict", "(static-plain|static-contended|dynamic-contended)", Contest::withoutNomination);
        contest.both(contender -> contender.remove(POLICY));
        contest.await(
                "the others are written, too",
                c -> c.look("static-contended").values().stream().allMatch(VolumeScene::isBound)
                        && selected(c, "dynamic-contended"));
        contest.same("written", "static-.*");
    }

    private static boolean selected(Contender contender, String claim) {
        return contender.annotation(claim, "volume.kubernetes.io/selected-node").equals(contender.own("@-v1"));
    }

    private static boolean isBound(Seen seen) {
        return seen.toString().contains("| Scheduled |");
    }
}
