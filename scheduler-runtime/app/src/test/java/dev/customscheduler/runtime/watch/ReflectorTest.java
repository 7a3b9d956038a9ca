package dev.customscheduler.runtime.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.customscheduler.framework.model.Pod;
import dev.customscheduler.runtime.client.AccessLoader;
import dev.customscheduler.runtime.client.ApiClient;
import dev.customscheduler.runtime.client.ApiReply;
import dev.customscheduler.runtime.client.ApiRequest;
import dev.customscheduler.runtime.client.TokenBucket;
import dev.customscheduler.runtime.testing.Pods;
import dev.customscheduler.runtime.testing.Wire;
import dev.customscheduler.testbed.TestBed;
import dev.customscheduler.testbed.junit.Namespace;
import dev.customscheduler.testbed.junit.TestBedTest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Against an API server without a watch cache that forgets old versions every two seconds. */
@TestBedTest(own = ReflectorTest.Forgetful.class)
class ReflectorTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    static final class Forgetful implements UnaryOperator<TestBed.Builder> {
        @Override
        public TestBed.Builder apply(TestBed.Builder builder) {
            return builder.controllerManager()
                    .apiServerArguments("--watch-cache=false", "--etcd-compaction-interval=2s");
        }
    }

    private static final class Log implements ChangeHandler<Pod> {
        private final List<String> lines = new CopyOnWriteArrayList<>();

        @Override
        public void added(Pod pod, boolean initial) {
            lines.add((initial ? "initial " : "added ") + pod.key());
        }

        @Override
        public void updated(Pod before, Pod after) {
            lines.add("updated " + after.key());
        }

        @Override
        public void deleted(Pod last) {
            lines.add("deleted " + last.key());
        }
    }

    private static ApiClient client(Path kubeconfig) throws IOException {
        return new ApiClient(AccessLoader.load(kubeconfig.toString(), ""), new TokenBucket(-1, 1), "test");
    }

    /** Of one namespace: another test's is perhaps being emptied. */
    private static Map<String, String> versions(TestBed bed, String namespace) {
        Map<String, String> versions = new TreeMap<>();
        bed.client()
                .pods()
                .inNamespace(namespace)
                .list()
                .getItems()
                .forEach(pod -> versions.put(
                        pod.getMetadata().getNamespace() + "/"
                                + pod.getMetadata().getName(),
                        pod.getMetadata().getResourceVersion()));
        return versions;
    }

    private static Map<String, String> versions(Reflector<Pod> reflector, String namespace) {
        Map<String, String> versions = new TreeMap<>();
        reflector.all().stream()
                .filter(pod -> pod.namespace().equals(namespace))
                .forEach(pod -> versions.put(pod.key(), pod.metadata().resourceVersion()));
        return versions;
    }

    @Test
    void listsInPagesAndFollows(TestBed bed, @Namespace String namespace) throws Exception {
        for (int i = 0; i < 520; i++) {
            bed.client().resource(Pods.unclaimed(namespace, "p" + i)).create();
        }
        Log log = new Log();
        try (ApiClient client = client(bed.adminKubeconfig());
                Reflector<Pod> reflector = new Reflector<>(client, new PodKind(), log)) {
            reflector.start();
            assertThat(reflector.awaitSync(PATIENCE)).isTrue();
            assertThat(versions(reflector, namespace)).isEqualTo(versions(bed, namespace));
            bed.client().resource(Pods.unclaimed(namespace, "late")).create();
            await().atMost(PATIENCE).until(() -> log.lines.contains("added " + namespace + "/late"));
            bed.client()
                    .pods()
                    .inNamespace(namespace)
                    .withName("late")
                    .edit(pod -> pod.edit()
                            .editMetadata()
                            .addToLabels("changed", "yes")
                            .endMetadata()
                            .build());
            await().atMost(PATIENCE).until(() -> log.lines.contains("updated " + namespace + "/late"));
            bed.client()
                    .pods()
                    .inNamespace(namespace)
                    .withName("late")
                    .withGracePeriod(0)
                    .delete();
            await().atMost(PATIENCE).until(() -> log.lines.contains("deleted " + namespace + "/late"));
            assertThat(reflector.lists()).isEqualTo(1);
            assertThat(reflector.undecodable()).isZero();
        }
    }

    @Test
    void listsAgainWhenItsPlaceIsGone(TestBed bed, @Namespace String namespace) throws Exception {
        bed.client().resource(Pods.unclaimed(namespace, "stays")).create();
        bed.client().resource(Pods.unclaimed(namespace, "goes")).create();
        bed.client().resource(Pods.unclaimed(namespace, "made-again")).create();
        Log log = new Log();
        try (Wire wire = new Wire(bed.apiServer());
                ApiClient client = client(wire.kubeconfig(bed.adminKubeconfig()));
                ApiClient direct = client(bed.adminKubeconfig());
                Reflector<Pod> reflector = new Reflector<>(client, new PodKind(), log)) {
            reflector.start();
            assertThat(reflector.awaitSync(PATIENCE)).isTrue();
            String place = bed.client()
                    .pods()
                    .inNamespace(namespace)
                    .list()
                    .getMetadata()
                    .getResourceVersion();
            wire.cut();
            bed.client()
                    .pods()
                    .inNamespace(namespace)
                    .withName("goes")
                    .withGracePeriod(0)
                    .delete();
            bed.client()
                    .pods()
                    .inNamespace(namespace)
                    .withName("made-again")
                    .withGracePeriod(0)
                    .delete();
            bed.client().resource(Pods.unclaimed(namespace, "made-again")).create();
            bed.client().resource(Pods.unclaimed(namespace, "comes")).create();
            await().atMost(PATIENCE).until(() -> expired(direct, place));
            wire.mend();
            await().atMost(PATIENCE).until(() -> versions(reflector, namespace).equals(versions(bed, namespace)));
            assertThat(reflector.lists()).isGreaterThanOrEqualTo(2);
            assertThat(log.lines)
                    .contains("deleted " + namespace + "/goes", "added " + namespace + "/comes")
                    .containsSubsequence("deleted " + namespace + "/made-again", "added " + namespace + "/made-again")
                    .doesNotContain("deleted " + namespace + "/stays", "updated " + namespace + "/stays");
        }
    }

    /** Whether a list at exactly this version is refused by now, which a watch from it is then too. */
    private static boolean expired(ApiClient direct, String version) throws InterruptedException {
        ApiReply reply = direct.send(
                ApiRequest.get("/api/v1/pods?limit=1&resourceVersionMatch=Exact&resourceVersion=" + version));
        return reply instanceof ApiReply.Refused refused && refused.expired();
    }
}
