package dev.customscheduler.e2e.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.customscheduler.testbed.tools.Tool;
import dev.customscheduler.testbed.tools.Tools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./csched sandbox}, from the shell to the last process that is gone. */
class SandboxTest {
    private static final int MINUTES = 20; // the control plane may have to be built first

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void bindsEveryPodAndLeavesNothingBehind() throws Exception {
        Path dir = folder.resolve("box");
        try (Launched sandbox = Launched.csched(folder.resolve("out"), "sandbox", "--exit", "--dir", dir.toString())) {
            int exit = sandbox.exit(MINUTES);
            String output = sandbox.output();
            assertThat(exit).as(output).isZero();
            assertThat(output).contains("20 of 20 pods bound by custom-scheduler");
            assertThat(output.lines().filter(line -> line.matches("pod-\\d\\d +worker-\\d +.* custom-scheduler .*")))
                    .as(output)
                    .hasSize(20);
            assertThat(output.lines().filter(line -> line.matches(" *(Ready|Available|LeaderElected) +True .*")))
                    .as(output)
                    .hasSize(3);
            assertThat(output).contains("kubeconfig: " + dir.resolve("kubeconfig"));
        }
        assertThat(dir.resolve("kubeconfig")).exists();
        assertThat(dir.resolve("logs/pods")).isNotEmptyDirectory();
        assertNothingLeft(dir);
    }

    @Test
    void answersAsTheGuidesSayUntilItIsInterrupted() throws Exception {
        Path dir = folder.resolve("box");
        try (Launched sandbox =
                Launched.csched(folder.resolve("out"), "sandbox", "--dir", dir.toString(), "--pods", "3")) {
            await().atMost(Duration.ofMinutes(MINUTES))
                    .until(() -> sandbox.output().contains("staying until interrupted") || !sandbox.running());
            assertThat(sandbox.running()).as(sandbox.output()).isTrue();
            assertThat(kubectl(dir, "get", "pods", "-n", "kube-system", "-l", "component=custom-scheduler"))
                    .contains("Running")
                    .doesNotContain("No resources");
            assertThat(kubectl(
                            dir,
                            "auth",
                            "can-i",
                            "create",
                            "pods/binding",
                            "--as=system:serviceaccount:kube-system:custom-scheduler"))
                    .isEqualTo("yes\n");
            assertThat(kubectl(dir, "get", "customschedulers")).contains("custom-scheduler   True");
            sandbox.interrupt();
            assertThat(sandbox.exit(2)).isEqualTo(143);
        }
        assertNothingLeft(dir);
    }

    private String kubectl(Path dir, String... args) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of(Tools.standard().path(Tool.KUBECTL).toString()));
        command.addAll(List.of(args));
        Map<String, String> environment =
                Map.of("KUBECONFIG", dir.resolve("kubeconfig").toString());
        try (Launched kubectl = Launched.start(Files.createTempFile(folder, "kubectl", ""), environment, command)) {
            kubectl.exit(1);
            return kubectl.output();
        }
    }

    /** Every process of a sandbox has a file of its folder among its arguments, or is a child of one that has. */
    private static void assertNothingLeft(Path dir) {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(ProcessHandle.allProcesses()
                                .map(process -> process.info().commandLine().orElse(""))
                                .filter(line -> line.contains(dir.toString())))
                        .isEmpty());
    }
}
