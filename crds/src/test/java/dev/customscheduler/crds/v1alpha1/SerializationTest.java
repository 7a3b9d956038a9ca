package dev.customscheduler.crds.v1alpha1;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.WatchEvent;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The records survive the client's reading, writing and cloning without a loss and without additions. */
class SerializationTest {
    private static final String RESOURCE = """
            apiVersion: customscheduler.dev/v1alpha1
            kind: CustomScheduler
            metadata:
              name: batch
              generation: 3
            spec:
              namespace: schedulers
              replicas: 3
              runtime:
                type: KubeScheduler
                version: "1.37"
                extraArgs: ["--profiling=false"]
                featureGates: {OpportunisticBatching: false}
              configuration:
                parallelism: 99999999999999999999999999
                profiles:
                - schedulerName: batch
                  somethingUnknown: {a: [1, two, null]}
              deployment:
                resources: {requests: {cpu: 100m}}
                env: [{name: A, value: b}]
                volumes: [{name: ca, configMap: {name: ca}}]
                sidecars: [{name: extender, image: "extender:1"}]
              rollout: {autoRollback: false}
              suspend: true
            status:
              observedGeneration: 3
              conditions:
              - {type: Ready, status: "True", reason: Available, message: ok, lastTransitionTime: "2026-01-01T00:00:00Z"}
              schedulerNames: [batch]
              leader: batch-1_x
              replicas: 3
            """;

    private final KubernetesSerialization serialization = CustomSchedulerSerialization.create();

    @Test
    void writesWhatItRead() {
        CustomScheduler read = serialization.unmarshal(RESOURCE, CustomScheduler.class);
        assertThat(tree(serialization.asYaml(read))).isEqualTo(tree(RESOURCE));
    }

    @Test
    void aCloneEqualsItsOriginal() {
        CustomScheduler read = serialization.unmarshal(RESOURCE, CustomScheduler.class);
        CustomScheduler clone = serialization.clone(read);
        assertThat(clone.getSpec()).isEqualTo(read.getSpec());
        assertThat(clone.getStatus()).isEqualTo(read.getStatus());
    }

    @Test
    void absentPartsHaveDefaultsAndAreNotWritten() {
        CustomScheduler read = serialization.unmarshal("""
                apiVersion: customscheduler.dev/v1alpha1
                kind: CustomScheduler
                metadata: {name: batch}
                spec: {unknownToThisVersion: 1}
                """, CustomScheduler.class);
        CustomSchedulerSpec spec = read.getSpec();
        assertThat(spec.replicasOrDefault()).isEqualTo(2);
        assertThat(spec.runtimeOrDefault().typeOrDefault()).isEqualTo(RuntimeType.BUNDLED);
        assertThat(spec.rolloutOrDefault().progressDeadlineSecondsOrDefault()).isEqualTo(300);
        assertThat(spec.rolloutOrDefault().rollsBack()).isTrue();
        assertThat(spec.suspended()).isFalse();
        assertThat(tree(serialization.asYaml(read)).get("spec")).isEmpty();
    }

    @Test
    void whatIsNestedTooDeepIsReplacedAndTheRestIsKept() {
        int levels = 9_000;
        CustomScheduler read = serialization.unmarshal(
                "{\"metadata\":{\"name\":\"deep\"},\"spec\":{\"configuration\":{\"deep\":" + "[".repeat(levels)
                        + "]".repeat(levels) + ",\"kept\":1}}}",
                CustomScheduler.class);
        JsonNode configuration = Objects.requireNonNull(read.getSpec().configuration());
        assertThat(configuration.get("kept").asInt()).isEqualTo(1);
        assertThat(configuration.get("deep").toString()).contains("nested deeper than 64 levels");
        assertThat(serialization.clone(read).getSpec()).isEqualTo(read.getSpec());
    }

    @Test
    void aWatchEventIsReadAtAnyDepthAndLength() {
        for (String configuration : List.of(
                "{\"a\":".repeat(9_000) + "1" + "}".repeat(9_000),
                "{\"a\":" + "[".repeat(9_000) + "]".repeat(9_000) + "}",
                "{\"" + "k".repeat(500_000) + "\":1}")) {
            WatchEvent event = serialization.unmarshal(
                    "{\"type\":\"ADDED\",\"object\":{\"apiVersion\":\"customscheduler.dev/v1alpha1\",\"kind\":\"CustomScheduler\",\"metadata\":{\"name\":\"a\"},\"spec\":{\"configuration\":"
                            + configuration + "}}}",
                    WatchEvent.class);
            assertThat(event.getObject()).isInstanceOf(CustomScheduler.class);
        }
    }

    private JsonNode tree(String yaml) {
        return serialization.unmarshal(yaml, JsonNode.class);
    }
}
