package dev.customscheduler.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.customscheduler.testbed.oracle.ClusterCase;
import dev.customscheduler.testbed.oracle.Oracle;
import dev.customscheduler.testbed.oracle.PodPlacement;
import dev.customscheduler.testbed.oracle.Verdict;
import dev.customscheduler.testbed.tools.Tools;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OracleTest {
    private static final String CONFIG = """
            apiVersion: kubescheduler.config.k8s.io/v1
            kind: KubeSchedulerConfiguration
            """;
    private static final String CLUSTER = """
            {apiVersion: v1, kind: Node, metadata: {name: small}, status: {allocatable: {cpu: "1", memory: 1Gi, pods: "10"}}}
            ---
            {apiVersion: v1, kind: Node, metadata: {name: large}, status: {allocatable: {cpu: "8", memory: 16Gi, pods: "10"}}}
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: fits}
            spec: {containers: [{name: main, image: none, resources: {requests: {cpu: "4"}}}]}
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: too-large}
            spec: {containers: [{name: main, image: none, resources: {requests: {cpu: "16"}}}]}
            """;

    private Oracle oracle;

    @BeforeAll
    void start() {
        oracle = Oracle.start(Tools.standard());
    }

    @AfterAll
    void stop() {
        oracle.close();
    }

    @Test
    void judgesConfigurations() {
        List<Verdict> verdicts =
                oracle.config(List.of(CONFIG, CONFIG + "parallelism: 1\n", CONFIG + "parallelism: -1\n"));
        assertThat(verdicts).extracting(Verdict::accepted).containsExactly(true, true, false);
        assertThat(verdicts.get(2).error()).contains("parallelism");
        assertThat(oracle.defaulted(CONFIG)).contains("percentageOfNodesToScore", "parallelism: 16");
    }

    @Test
    void placesPods() {
        for (List<PodPlacement> pods : oracle.place(Collections.nCopies(4, new ClusterCase(CONFIG, CLUSTER)))) {
            assertThat(pods).extracting(PodPlacement::pod).containsExactly("default/fits", "default/too-large");
            assertThat(pods.get(0).node()).isEqualTo("large");
            assertThat(pods.get(1).node()).isNull();
            assertThat(pods.get(1).message()).startsWith("0/2 nodes are available");
            assertThat(pods.get(1).nodes()).containsEntry("small", "NodeResourcesFit: Insufficient cpu");
        }
    }
}
