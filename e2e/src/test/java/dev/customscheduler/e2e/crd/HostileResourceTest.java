package dev.customscheduler.e2e.crd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.customscheduler.crds.v1alpha1.CustomScheduler;
import dev.customscheduler.testbed.TestBed;
import dev.customscheduler.testbed.junit.TestBedTest;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Whatever is sent as a CustomScheduler, either the API server refuses it or our types read it, from a list and from a
 * watch: one resource that neither does would stop the operator for all of them.
 */
@TestBedTest(own = TestBedTest.ApiServerOnly.class)
class HostileResourceTest {
    private static final int VALUES_EACH = Integer.getInteger("hostile.values", 5);
    private static final int SENDERS = 4;

    private final CrdServer server;

    HostileResourceTest(TestBed bed) {
        server = new CrdServer(bed);
    }

    @AfterEach
    void close() {
        server.client().resources(CustomScheduler.class).delete();
        server.close();
    }

    @Test
    void everyPlaceOfTheSchemaIsRefusedOrReadWhateverItHolds() throws Exception {
        long seed = Long.getLong("seed", System.nanoTime());
        JSONSchemaProps schema = server.client()
                .apiextensions()
                .v1()
                .customResourceDefinitions()
                .withName("customschedulers.customscheduler.dev")
                .get()
                .getSpec()
                .getVersions()
                .getFirst()
                .getSchema()
                .getOpenAPIV3Schema();
        List<String> resources = HostileResources.of(schema, new Random(seed), VALUES_EACH);
        List<String> unreadable = new ArrayList<>();
        int admitted = 0;
        try (ExecutorService senders = Executors.newFixedThreadPool(SENDERS)) {
            List<Future<Verdict>> verdicts = new ArrayList<>();
            resources.forEach(resource -> verdicts.add(senders.submit(() -> judge(resource))));
            for (Future<Verdict> verdict : verdicts) {
                admitted += verdict.get().admitted() ? 1 : 0;
                unreadable.addAll(verdict.get().faults());
            }
        }
        System.out.println("hostile resources: " + resources.size() + " sent, " + admitted + " admitted, "
                + (resources.size() - admitted) + " refused, seed " + seed);
        assertThat(unreadable).as("seed %d", seed).isEmpty();
        assertThat(admitted).as("not everything is refused").isGreaterThan(resources.size() / 20);
    }

    private record Verdict(boolean admitted, List<String> faults) {}

    private Verdict judge(String resource) {
        CrdServer.Answer answer = server.post(resource, true);
        if (!answer.isAdmitted()) {
            boolean expected = answer.code() == 422 || answer.code() == 400;
            return new Verdict(
                    false, expected ? List.of() : List.of(answer.code() + " " + answer.body() + "\n" + resource));
        }
        try {
            CustomScheduler read =
                    server.client().getKubernetesSerialization().unmarshal(answer.body(), CustomScheduler.class);
            server.client().getKubernetesSerialization().clone(read);
            return new Verdict(true, List.of());
        } catch (RuntimeException e) {
            return new Verdict(true, List.of(e + "\n" + resource));
        }
    }

    @Test
    void garbageIsListedAndWatchedBesideAGoodResource() {
        List<String> seen = new ArrayList<>();
        try (SharedIndexInformer<CustomScheduler> watch = server.client()
                .resources(CustomScheduler.class)
                .inform(new ResourceEventHandler<>() {
                    @Override
                    public void onAdd(CustomScheduler added) {
                        synchronized (seen) {
                            seen.add(added.getMetadata().getName());
                        }
                    }

                    @Override
                    public void onUpdate(CustomScheduler before, CustomScheduler after) {}

                    @Override
                    public void onDelete(CustomScheduler deleted, boolean finalStateUnknown) {}
                })) {
            keep("mebibyte", "{\"x\":\"" + "z".repeat(1 << 20) + "\"}");
            keep("deep-objects", "{\"a\":".repeat(4_000) + "1" + "}".repeat(4_000));
            keep("deep-arrays", "{\"a\":" + "[".repeat(4_000) + "]".repeat(4_000) + "}");
            keep("long-key", "{\"" + "k".repeat(500_000) + "\":1}");
            keep("many-keys", manyKeys());
            keep("long-number", "{\"x\":" + "9".repeat(300) + "}");
            keep("good", "{\"profiles\":[{\"schedulerName\":\"good\"}]}");
            await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
                assertThat(watch.isWatching()).isTrue();
                synchronized (seen) {
                    assertThat(seen)
                            .contains("mebibyte", "deep-objects", "deep-arrays", "long-key", "many-keys", "good");
                }
            });
        }
        assertThat(server.client().resources(CustomScheduler.class).list().getItems())
                .hasSizeGreaterThanOrEqualTo(7);
    }

    private static String manyKeys() {
        StringBuilder keys = new StringBuilder("{");
        for (int i = 0; i < 60_000; i++) {
            keys.append("\"key-").append(i).append("\":").append(i).append(',');
        }
        return keys.append("\"last\":{}}").toString();
    }

    private void keep(String name, String configuration) {
        CrdServer.Answer answer = server.post(
                "{\"apiVersion\":\"customscheduler.dev/v1alpha1\",\"kind\":\"CustomScheduler\",\"metadata\":{\"name\":\""
                        + name + "\"},\"spec\":{\"configuration\":" + configuration + "}}",
                false);
        assertThat(answer.isAdmitted())
                .as(
                        "%s: %s",
                        name,
                        answer.body().substring(0, Math.min(300, answer.body().length())))
                .isTrue();
    }
}
