package dev.customscheduler.e2e.crd;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.customscheduler.crds.v1alpha1.CustomScheduler;
import dev.customscheduler.crds.v1alpha1.CustomSchedulerSpec;
import dev.customscheduler.testbed.TestBed;
import dev.customscheduler.testbed.junit.TestBedTest;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The rules that the API server itself enforces, and what it shows. */
@TestBedTest(own = TestBedTest.ApiServerOnly.class)
class CrdRulesTest {
    private final CrdServer server;

    CrdRulesTest(TestBed bed) {
        server = new CrdServer(bed);
    }

    @AfterEach
    void close() {
        server.client().resources(CustomScheduler.class).delete();
        server.close();
    }

    @Test
    void exactlyOneConfigurationIsNeeded() {
        refused("a", "{}", "exactly one of spec.configuration and spec.configurationFrom");
        refused(
                "a",
                "{\"configuration\":{},\"configurationFrom\":{\"configMapKeyRef\":{\"name\":\"a\",\"key\":\"b\"}}}",
                "exactly one of spec.configuration and spec.configurationFrom");
        admitted("a", "{\"configurationFrom\":{\"configMapKeyRef\":{\"name\":\"a\",\"key\":\"b\"}}}");
    }

    @Test
    void severalReplicasNeedLeaderElection() {
        String off = "\"configuration\":{\"leaderElection\":{\"leaderElect\":false}}";
        refused("a", "{" + off + "}", "more than one replica needs leader election");
        refused("a", "{\"replicas\":3," + off + "}", "more than one replica needs leader election");
        admitted("a", "{\"replicas\":1," + off + "}");
        admitted("b", "{\"configuration\":{\"leaderElection\":{\"leaderElect\":true}}}");
    }

    @Test
    void theNameMustFitTheNamesThatDeriveFromIt() {
        refused("a.b", "{\"configuration\":{}}", "metadata.name must be at most 50 characters");
        refused("1a", "{\"configuration\":{}}", "metadata.name must be at most 50 characters");
        refused("a".repeat(51), "{\"configuration\":{}}", "metadata.name must be at most 50 characters");
        admitted("a".repeat(50), "{\"configuration\":{}}");
    }

    @Test
    void theNamespaceStays() {
        admitted("with", "{\"namespace\":\"here\",\"configuration\":{}}");
        admitted("without", "{\"configuration\":{}}");
        assertThat(patch("with", "{\"spec\":{\"namespace\":\"there\"}}")).contains("spec.namespace is immutable");
        assertThat(patch("with", "{\"spec\":{\"namespace\":null}}")).contains("spec.namespace is immutable");
        assertThat(patch("without", "{\"spec\":{\"namespace\":\"there\"}}")).contains("spec.namespace is immutable");
        assertThat(patch("with", "{\"spec\":{\"suspend\":true}}")).isEmpty();
    }

    @Test
    void whatIsUnknownInAConfigurationIsKept() {
        admitted(
                "a", "{\"configuration\":{\"profiles\":[{\"plugins\":{\"score\":{\"enabled\":[{\"nmae\":\"x\"}]}}}]}}");
        JsonNode kept = spec("a").configuration();
        assertThat(Objects.requireNonNull(kept)
                        .at("/profiles/0/plugins/score/enabled/0/nmae")
                        .asText())
                .isEqualTo("x");
    }

    @Test
    void theScaleSubresourceSetsReplicas() {
        admitted("a", "{\"configuration\":{}}");
        server.client().resources(CustomScheduler.class).withName("a").scale(1);
        assertThat(spec("a").replicas()).isEqualTo(1);
    }

    private CustomSchedulerSpec spec(String name) {
        return server.client()
                .resources(CustomScheduler.class)
                .withName(name)
                .get()
                .getSpec();
    }

    private void admitted(String name, String spec) {
        CrdServer.Answer answer = send(name, spec);
        assertThat(answer.isAdmitted()).as(answer.body()).isTrue();
    }

    private void refused(String name, String spec, String message) {
        CrdServer.Answer answer = send(name, spec);
        assertThat(answer.code()).as(answer.body()).isEqualTo(422);
        assertThat(answer.body()).contains(message);
    }

    private CrdServer.Answer send(String name, String spec) {
        return server.post(
                "{\"apiVersion\":\"customscheduler.dev/v1alpha1\",\"kind\":\"CustomScheduler\",\"metadata\":{\"name\":\""
                        + name + "\"},\"spec\":" + spec + "}",
                false);
    }

    /** The server's complaint; empty if there is none. */
    private String patch(String name, String patch) {
        try {
            server.client()
                    .resources(CustomScheduler.class)
                    .withName(name)
                    .patch(PatchContext.of(PatchType.JSON_MERGE), patch);
            return "";
        } catch (KubernetesClientException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
