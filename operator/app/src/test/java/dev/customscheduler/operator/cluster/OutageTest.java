package dev.customscheduler.operator.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.customscheduler.testbed.TestBed;
import dev.customscheduler.testbed.junit.TestBedTest;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** An API server that goes away, with every watch, and comes back. */
@TestBedTest(own = OutageTest.Own.class)
class OutageTest {
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    /** A test bed whose API server may be taken away. */
    static final class Own implements UnaryOperator<TestBed.Builder> {
        @Override
        public TestBed.Builder apply(TestBed.Builder builder) {
            return builder.controllerManager().audit();
        }
    }

    private static boolean exists(KubernetesClient client, String namespace, String name) {
        return client.apps().deployments().inNamespace(namespace).withName(name).get() != null;
    }

    @Test
    void goesOnWhenTheApiServerIsBack(TestBed bed) {
        KubernetesClient client = bed.client();
        Schedulers schedulers = new Schedulers(client);
        String namespace = bed.newNamespace("outage");
        try (TestOperator operator = TestOperator.start(bed, namespace, "cluster-admin", Duration.ofMinutes(10))) {
            schedulers.apply(Schedulers.yaml("steady", namespace));
            await().atMost(PATIENCE).until(() -> exists(client, namespace, "steady"));

            bed.withoutApiServer(() -> await().pollDelay(Duration.ofSeconds(5))
                    .atMost(PATIENCE)
                    .until(() -> operator.health("/livez") == 200));

            client.apps()
                    .deployments()
                    .inNamespace(namespace)
                    .withName("steady")
                    .delete();
            schedulers.apply(Schedulers.yaml("later", namespace));
            await().atMost(PATIENCE)
                    .until(() -> exists(client, namespace, "steady") && exists(client, namespace, "later"));
            assertThat(operator.outcome()).isEmpty();
        }
    }
}
