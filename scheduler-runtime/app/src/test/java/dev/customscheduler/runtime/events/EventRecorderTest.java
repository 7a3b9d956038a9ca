package dev.customscheduler.runtime.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.customscheduler.engine.decode.PodDecoder;
import dev.customscheduler.framework.Cluster.PodEvent;
import dev.customscheduler.framework.model.Pod;
import dev.customscheduler.runtime.client.AccessLoader;
import dev.customscheduler.runtime.client.ApiClient;
import dev.customscheduler.runtime.client.TokenBucket;
import dev.customscheduler.testbed.TestBed;
import dev.customscheduler.testbed.junit.Namespace;
import dev.customscheduler.testbed.junit.TestBedTest;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

@TestBedTest
class EventRecorderTest {
    private static final int EVENTS = 100;
    private static final float PER_SECOND = 20;

    private static Pod pod(String namespace, int number) throws IOException {
        return new PodDecoder().read(new ObjectMapper().readTree("""
                {"metadata": {"name": "p%2$d", "namespace": "%1$s", "uid": "uid-%2$d", "resourceVersion": "1"},
                "spec": {"containers": [{"name": "c", "image": "none"}]}}
                """.formatted(namespace, number)));
    }

    @Test
    void whatIsNotWrittenBeforeTheStopIsCountedOnce(TestBed bed, @Namespace String namespace) throws Exception {
        EventRecorder recorder;
        try (ApiClient client = new ApiClient(
                AccessLoader.load(bed.adminKubeconfig().toString(), ""), new TokenBucket(PER_SECOND, 1), "test")) {
            recorder = new EventRecorder(client, "host");
            for (int i = 0; i < EVENTS; i++) {
                recorder.record(
                        new PodEvent(pod(namespace, i), true, "FailedScheduling", "Scheduling", "no room", "test"));
            }
            recorder.close();
            assertThat(recorder.written()).isPositive();
        }
        await().during(Duration.ofSeconds(1))
                .untilAsserted(() ->
                        assertThat(recorder.written() + recorder.dropped()).isEqualTo(EVENTS));
        assertThat(recorder.dropped()).isPositive();
        assertThat(bed.client()
                        .events()
                        .v1()
                        .events()
                        .inNamespace(namespace)
                        .list()
                        .getItems())
                .hasSizeGreaterThanOrEqualTo((int) recorder.written());
    }
}
