package dev.customscheduler.e2e.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.customscheduler.operator.OperatorMain;
import dev.customscheduler.runtime.Main;
import dev.customscheduler.testbed.TestBed;
import dev.customscheduler.testbed.node.LocalImage;
import dev.customscheduler.testbed.node.ProcessNode;
import dev.customscheduler.testbed.tools.Tool;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The operator installed by helm from the chart in this repository. Its pod runs on a process node, where the images
 * are this test's own class path and the real kube-scheduler.
 */
public final class Installation {
    static final String RELEASE = "custom-scheduler-operator";
    static final String NAMESPACE = "custom-scheduler-system";

    private static final Path CHART = Path.of("../helm/custom-scheduler-operator");
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private Installation() {}

    /** Installs it, and returns when the operator is ready. */
    public static void install(TestBed bed) throws IOException, InterruptedException {
        bed.processNode("process-node")
                .image("customscheduler/operator", image(OperatorMain.class, "-Xmx128m"))
                .image("customscheduler/scheduler-runtime", image(Main.class, "-Xmx256m"))
                .image(
                        "registry.k8s.io/kube-scheduler",
                        LocalImage.program(bed.tools().path(Tool.KUBE_SCHEDULER)))
                .start();
        helm(
                bed,
                "install",
                RELEASE,
                CHART.toAbsolutePath().normalize().toString(),
                "--namespace",
                NAMESPACE,
                "--create-namespace",
                "--set-string",
                "nodeSelector." + ProcessNode.LABEL.replace(".", "\\.") + "=true");
        await().atMost(PATIENCE)
                .until(
                        () -> bed.client()
                                .apps()
                                .deployments()
                                .inNamespace(NAMESPACE)
                                .withName(RELEASE)
                                .get(),
                        d -> d != null
                                && d.getStatus() != null
                                && Integer.valueOf(1).equals(d.getStatus().getReadyReplicas()));
    }

    private static LocalImage image(Class<?> main, String memory) {
        var classPath = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(Path::of)
                .toList();
        return LocalImage.java(classPath, main.getName(), "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", memory);
    }

    private static void helm(TestBed bed, String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<String>();
        command.add(bed.tools().path(Tool.HELM).toString());
        command.addAll(List.of(arguments));
        var output = bed.logs().resolve("helm.log");
        var builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().put("KUBECONFIG", bed.adminKubeconfig().toString());
        for (String home : List.of("HELM_CACHE_HOME", "HELM_CONFIG_HOME", "HELM_DATA_HOME")) {
            builder.environment().put(home, bed.directory().resolve("helm").toString());
        }
        var process = bed.supervisor().start(builder);
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(output)).isZero();
    }
}
