package dev.customscheduler.cli.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.customscheduler.cli.Csched;
import dev.customscheduler.cli.input.Documents;
import dev.customscheduler.cli.input.SourceDocument;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** csched render, from a file to what is printed. */
class RenderCommandTest {
    private static final String RESOURCE = """
            apiVersion: customscheduler.dev/v1alpha1
            kind: CustomScheduler
            metadata:
              name: batch
            spec:
              namespace: kube-system
              runtime: {type: KubeScheduler, version: "1.37"}
              configuration:
                profiles:
                - schedulerName: batch
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int render(String yaml, String... options) throws IOException {
        Path file = Files.writeString(folder.resolve("f.yaml"), yaml);
        String[] args = new String[options.length + 2];
        args[0] = "render";
        args[1] = file.toString();
        System.arraycopy(options, 0, args, 2, options.length);
        return Csched.run(new PrintWriter(out), new PrintWriter(err), args);
    }

    private List<SourceDocument> rendered() {
        Documents documents = Documents.parse("out", out.toString());
        assertThat(documents.problems()).isEmpty();
        return documents.documents();
    }

    @Test
    void printsEverythingThatTheOperatorWouldApply() throws IOException {
        assertThat(render(RESOURCE)).isZero();
        assertThat(rendered())
                .extracting(SourceDocument::kind)
                .startsWith("ServiceAccount", "ClusterRole")
                .contains("Role", "Lease", "ConfigMap", "Service", "ClusterRoleBinding", "RoleBinding", "Deployment");
        assertThat(out.toString()).contains("name: batch\n", "image: registry.k8s.io/kube-scheduler:v1.37");
    }

    @Test
    void isTheSameEveryTime() throws IOException {
        render(RESOURCE);
        String first = out.toString();
        out.getBuffer().setLength(0);
        render(RESOURCE);
        assertThat(out.toString()).isEqualTo(first);
    }

    @Test
    void quotesOnlyWhatWouldBeReadAsSomethingElse() throws IOException {
        render(RESOURCE.replace(
                "kube-system",
                "kube-system\n  deployment:\n    podLabels: {a: \"1e3\", b: \"yes\", c: \"0777\", d: x}"));
        SourceDocument deployment = rendered().stream()
                .filter(document -> document.kind().equals("Deployment"))
                .findFirst()
                .orElseThrow();
        var labels = deployment.content().at("/spec/template/metadata/labels");
        assertThat(labels.path("a").isTextual()
                        && labels.path("b").isTextual()
                        && labels.path("c").isTextual())
                .isTrue();
        assertThat(out.toString()).contains("d: x\n");
    }

    @Test
    void setsTheBundledRuntimesImage() throws IOException {
        render(
                RESOURCE.replace("runtime: {type: KubeScheduler, version: \"1.37\"}", "replicas: 1"),
                "--set-image",
                "example/x:9");
        assertThat(out.toString()).contains("image: example/x:9\n");
    }

    @Test
    void explainsEveryPermission() throws IOException {
        assertThat(render(RESOURCE, "--explain-rbac")).isZero();
        assertThat(out.toString()).contains("VERBS", "WHY", "pods/binding", "DefaultPreemption", "kube-system");
    }

    @Test
    void aFindingNamesFileLineAndPath() throws IOException {
        int code = render(RESOURCE.replace(
                "- schedulerName: batch",
                "- schedulerName: batch\n      plugins: {score: {enabled: [{name: NoSuchPlugin}]}}"));
        assertThat(code).isEqualTo(1);
        assertThat(err.toString())
                .contains("f.yaml:11: error: spec.configuration.profiles[0].plugins.score.enabled[0]");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void aMistypedFieldIsAFindingToo() throws IOException {
        assertThat(render(RESOURCE.replace("namespace: kube-system", "replicas: many")))
                .isEqualTo(1);
        assertThat(err.toString()).contains("f.yaml:6: error: spec.replicas: the value has the wrong type");
    }

    @Test
    void aFileWithoutACustomSchedulerIsWrongUse() throws IOException {
        assertThat(render("kind: Pod\n")).isEqualTo(2);
        assertThat(err.toString()).contains("there is no CustomScheduler");
    }

    @Test
    void aMissingFileIsWrongUse() {
        assertThat(Csched.run(new PrintWriter(out), new PrintWriter(err), "render", "no-such-file.yaml"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("no-such-file.yaml: no such file");
    }
}
