package dev.customscheduler.cli.validate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.customscheduler.cli.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ValidateCommandTest {
    private static final String BARE = """
            apiVersion: kubescheduler.config.k8s.io/v1
            kind: KubeSchedulerConfiguration
            leaderElection: {resourceName: packer}
            """;

    @TempDir
    private Path folder = Path.of("");

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    @Test
    void aSoundFileHasNoFindings() throws IOException {
        Outcome outcome = Outcome.of("validate", file("a.yaml", BARE));
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.code()).isZero();
    }

    @Test
    void eachFindingIsOneLine() throws IOException {
        String file = file("a.yaml", BARE + "parallelism: -1\npercentageOfNodesToScore: 'x'\n");
        Outcome outcome = Outcome.of("validate", file);
        assertThat(outcome.out().lines())
                .satisfiesExactly(
                        line -> assertThat(line).startsWith(file + ":4: error: parallelism: "),
                        line -> assertThat(line).startsWith(file + ":5: error: percentageOfNodesToScore: "));
        assertThat(outcome.code()).isOne();
    }

    @Test
    void jsonIsForScripts() throws IOException {
        String file = file("a.yaml", BARE + "paralelism: 1\n");
        Outcome outcome = Outcome.of("validate", "-o", "json", file);
        JsonNode finding = new ObjectMapper().readTree(outcome.out()).at("/findings/0");
        assertThat(finding.get("file").asText()).isEqualTo(file);
        assertThat(finding.get("line").asInt()).isEqualTo(4);
        assertThat(finding.get("severity").asText()).isEqualTo("error");
        assertThat(finding.get("path").asText()).isEqualTo("paralelism");
        assertThat(finding.get("message").asText()).contains("did you mean \"parallelism\"?");
        assertThat(finding.size()).isEqualTo(5);
        assertThat(outcome.code()).isOne();
        assertThat(Outcome.of("validate", "-o", "json", file("b.yaml", BARE))
                        .out()
                        .strip())
                .isEqualTo("{\"findings\":[]}");
    }

    @Test
    void theVersionDecides() throws IOException {
        String file = file("a.yaml", BARE.replace("/v1", "/v1beta3"));
        assertThat(Outcome.of("validate", file).code()).isOne();
        assertThat(Outcome.of("validate", "--kubernetes-version", "1.28", file)).satisfies(outcome -> {
            assertThat(outcome.code()).isZero();
            assertThat(outcome.out()).contains(":1: warning: apiVersion: ").contains("csched migrate");
        });
        assertThat(Outcome.of("validate", "--runtime", "Bundled", file)).satisfies(outcome -> {
            assertThat(outcome.code()).isZero();
            assertThat(outcome.out()).contains(":1: warning: apiVersion: ");
        });
    }

    @Test
    void wrongUseIsTwo() throws IOException {
        String file = file("a.yaml", BARE);
        assertThat(Outcome.of("validate").code()).isEqualTo(2);
        assertThat(Outcome.of("validate", "--kubernetes-version", "1.24", file)).satisfies(outcome -> {
            assertThat(outcome.code()).isEqualTo(2);
            assertThat(outcome.err()).contains("1.25 to 1.37");
        });
        assertThat(Outcome.of("validate", "--runtime", "Other", file).code()).isEqualTo(2);
        assertThat(Outcome.of("validate", "-o", "xml", file).code()).isEqualTo(2);
        assertThat(Outcome.of("validate", folder.resolve("none.yaml").toString())
                        .code())
                .isEqualTo(2);
    }

    @Test
    void aConfigMapKeepsTheLinesOfItsFile() throws IOException {
        String file = file("cm.yaml", """
                apiVersion: v1
                kind: Service
                metadata: {name: other}
                ---
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: c}
                data:
                  readme: nothing
                  config.yaml: |
                    apiVersion: kubescheduler.config.k8s.io/v1
                    kind: KubeSchedulerConfiguration
                    leaderElection: {resourceName: packer}
                    parallelism: 0
                """);
        Outcome outcome = Outcome.of("validate", file);
        assertThat(outcome.out().lines())
                .singleElement()
                .asString()
                .startsWith(file + ":14: error: data[\"config.yaml\"].parallelism: ");
        assertThat(outcome.code()).isOne();
    }

    @Test
    void aCustomSchedulerIsJudgedForItsOwnRuntime() throws IOException {
        String text = """
                apiVersion: customscheduler.dev/v1alpha1
                kind: CustomScheduler
                metadata: {name: packer}
                spec:
                  runtime: {type: KubeScheduler, version: "1.34"}
                  configuration:
                    profiles:
                    - plugins:
                        filter:
                          enabled:
                          - name: NodeDeclaredFeatures
                """;
        String file = file("cs.yaml", text);
        Outcome outcome = Outcome.of("validate", file);
        assertThat(outcome.out())
                .contains(file + ":11: error: spec.configuration.profiles[0].plugins.filter.enabled[0]: ")
                .contains("1.34");
        assertThat(outcome.code()).isOne();
        String newer = file("cs2.yaml", text.replace("1.34", "1.37"));
        assertThat(Outcome.of("validate", newer)).satisfies(accepted -> {
            assertThat(accepted.out()).doesNotContain("error");
            assertThat(accepted.code()).isZero();
        });
    }

    @Test
    void aKeyThatIsSetTwiceInACustomSchedulerIsFound() throws IOException {
        String file = file("cs.yaml", """
                apiVersion: customscheduler.dev/v1alpha1
                kind: CustomScheduler
                metadata: {name: packer}
                spec:
                  configuration:
                    parallelism: 1
                    parallelism: 2
                """);
        assertThat(Outcome.of("validate", file).out()).contains(file + ":7: error: spec.configuration.parallelism: ");
    }

    @Test
    void aListAndSeveralDocumentsAreLookedThrough() throws IOException {
        String file = file("list.yaml", """
                apiVersion: v1
                kind: List
                items:
                - apiVersion: customscheduler.dev/v1alpha1
                  kind: CustomScheduler
                  metadata: {name: packer}
                  spec:
                    configuration: {parallelism: 0}
                ---
                apiVersion: kubescheduler.config.k8s.io/v1
                kind: KubeSchedulerConfiguration
                leaderElection: {resourceName: packer}
                parallelism: 0
                """);
        assertThat(Outcome.of("validate", file).out())
                .contains(":8: error: items[0].spec.configuration.parallelism: ")
                .contains(":13: error: parallelism: ");
    }

    @Test
    void aFileWithoutAConfigurationIsAnError() throws IOException {
        String file = file("svc.yaml", "apiVersion: v1\nkind: Service\nmetadata: {name: a}\n");
        assertThat(Outcome.of("validate", file)).satisfies(outcome -> {
            assertThat(outcome.code()).isOne();
            assertThat(outcome.out()).contains("nothing to validate");
        });
        assertThat(Outcome.of("validate", file("empty.yaml", "")).code()).isOne();
        assertThat(Outcome.of("validate", file("broken.yaml", "a: [b")).out()).contains(":1: error: not YAML");
    }
}
