package dev.customscheduler.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.customscheduler.cli.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is wrong before any scheduler is asked. How schedulers answer, e2e's ExplainAccessTest shows. */
class ExplainCommandTest {
    private static final String NOBODY_LISTENS = """
            apiVersion: v1
            kind: Config
            current-context: here
            contexts: [{name: here, context: {cluster: c, user: u}}]
            clusters: [{name: c, cluster: {server: "https://127.0.0.1:1"}}]
            users: [{name: u, user: {token: t}}]
            """;

    @TempDir
    private Path folder = Path.of("");

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private static void isUsage(Outcome outcome, String part) {
        assertThat(outcome.err()).contains(part).hasLineCount(1);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.code()).isEqualTo(2);
    }

    @Test
    void kubeconfigsThatAreNone() throws IOException {
        isUsage(
                Outcome.of(
                        "explain", "a/b", "--kubeconfig", folder.resolve("none").toString()),
                "no such file");
        isUsage(Outcome.of("explain", "a/b", "--kubeconfig", folder.toString()), "cannot be read");
        isUsage(Outcome.of("explain", "a/b", "--kubeconfig", file("empty", "\n")), "is empty");
        isUsage(Outcome.of("explain", "a/b", "--kubeconfig", file("bad", "a: [b")), "bad: is no kubeconfig: ");
        isUsage(Outcome.of("explain", "a/b", "--kubeconfig", file("list", "- a\n- b\n")), "list: is no kubeconfig: ");
        isUsage(
                Outcome.of("explain", "a/b", "--kubeconfig", file("bare", "apiVersion: v1\nkind: Config\n")),
                "bare has no current context: give --context NAME");
        isUsage(
                Outcome.of("explain", "a/b", "--context", "there", "--kubeconfig", file("other", NOBODY_LISTENS)),
                "other has no context there");
    }

    @Test
    void anApiServerThatIsNotThere() throws IOException {
        Outcome outcome = Outcome.of("explain", "a/b", "--kubeconfig", file("k", NOBODY_LISTENS));
        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.err())
                .startsWith("csched: the API server at https://127.0.0.1:1/ cannot be asked: ")
                .hasLineCount(1);
    }

    @Test
    void addressesThatAreNone() {
        for (String address : List.of("10.0.0.1", "a b:1", "https://a:1", "a:0", "a:65536", "u@a:1", "a:1/x", ":1")) {
            isUsage(Outcome.of("explain", "a/b", "--address", address), "--address: give HOST:PORT");
        }
    }

    @Test
    void ATokenOfTheUsersGoesToThisMachineOnly() throws IOException {
        String token = file("token", "secret");
        String config = file("k", NOBODY_LISTENS);
        for (String address : List.of("10.0.0.1:10259", "scheduler.example:10259", "127.0.0.1.example:10259")) {
            Outcome outcome =
                    Outcome.of("explain", "a/b", "--kubeconfig", config, "--token-file", token, "--address", address);
            isUsage(outcome, "would be shown to whoever answers at " + address);
        }
        for (String address : List.of("127.0.0.1:10259", "localhost:10259", "[::1]:10259")) {
            Outcome outcome =
                    Outcome.of("explain", "a/b", "--kubeconfig", config, "--token-file", token, "--address", address);
            assertThat(outcome.err()).contains("https://127.0.0.1:1/ cannot be asked");
        }
        isUsage(Outcome.of("explain", "a/b", "--token-file", file("blank", " \n")), "holds no token");
    }

    @Test
    void podsAndAccountsThatAreNone() {
        for (String pod : List.of("a", "a/", "/b", "a/b/c", "")) {
            isUsage(Outcome.of("explain", pod), "give the pod as NAMESPACE/POD");
        }
        for (String account : List.of("a", "a/", "/b", "a/b/c")) {
            isUsage(Outcome.of("explain", "a/b", "--as-service-account", account), "NAMESPACE/NAME");
        }
    }
}
