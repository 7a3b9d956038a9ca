package dev.customscheduler.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** JVMs of their own, for what cannot be shown in this one. */
class CrashTest {
    @Test
    void leavesNothingAfterKillMinusNine() throws IOException {
        Process jvm = java(Map.of(), CrashingMain.class);
        String[] ready = line(jvm, "READY").split(" ");
        Path folder = Path.of(ready[1]);
        String bridge = "csbed" + ready[2].split("\\.")[2];
        // The supervisor, etcd, kube-apiserver and the pod's; a short-lived child may have ended since it was listed.
        List<ProcessHandle> processes =
                jvm.toHandle().descendants().filter(ProcessHandle::isAlive).toList();
        assertThat(processes).hasSizeGreaterThanOrEqualTo(4);
        assertThat(folder).isDirectory();
        assertThat(interfaces()).contains(bridge);
        assertThat(namespaces(bridge)).isNotEmpty();

        jvm.destroyForcibly();

        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            assertThat(processes).noneMatch(ProcessHandle::isAlive);
            assertThat(folder).doesNotExist();
            assertThat(interfaces()).doesNotContain(bridge);
            assertThat(namespaces(bridge)).isEmpty();
        });
    }

    @Test
    void saysThatGoIsMissing(@TempDir Path empty) throws IOException {
        Process jvm = java(Map.of("PATH", empty.toString(), "XDG_CACHE_HOME", empty.toString()), AskingMain.class);
        assertThat(line(jvm, "SAYS")).contains("there is no `go` on the PATH", "KUBEBUILDER_ASSETS");
    }

    @Test
    void takesWhatKubebuilderAssetsHas(@TempDir Path assets) throws IOException {
        Path fake = Files.createFile(assets.resolve("etcd"));
        assertThat(fake.toFile().setExecutable(true)).isTrue();
        Process jvm = java(Map.of("KUBEBUILDER_ASSETS", assets.toString()), AskingMain.class);
        assertThat(line(jvm, "SAYS")).isEqualTo("SAYS " + fake);
    }

    private static Process java(Map<String, String> variables, Class<?> main) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                main.getName());
        builder.redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().remove("KUBEBUILDER_ASSETS");
        builder.environment().putAll(variables);
        return builder.start();
    }

    private static String line(Process jvm, String start) throws IOException {
        BufferedReader output = jvm.inputReader();
        String line = output.readLine();
        while (line != null && !line.startsWith(start)) {
            line = output.readLine();
        }
        assertThat(line).as("a line with " + start).isNotNull();
        return line;
    }

    private static List<String> interfaces() throws IOException {
        return names(Path.of("/sys/class/net"));
    }

    private static List<String> namespaces(String bridge) throws IOException {
        return names(Path.of("/run/netns")).stream()
                .filter(n -> n.startsWith(bridge + "-"))
                .toList();
    }

    private static List<String> names(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(p -> p.getFileName().toString()).toList();
        }
    }
}
