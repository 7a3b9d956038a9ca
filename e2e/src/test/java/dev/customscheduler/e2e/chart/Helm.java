package dev.customscheduler.e2e.chart;

import dev.customscheduler.testbed.tools.Tool;
import dev.customscheduler.testbed.tools.Tools;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs helm on the chart. */
final class Helm {
    static final Path CHART =
            Path.of("..", "helm", "custom-scheduler-operator").toAbsolutePath().normalize();
    static final Path VALUES = Path.of("src", "test", "resources", "chart");

    private Helm() {}

    /** What a run came to; {@code output} is both of its streams. */
    record Run(int code, String output) {}

    static Run run(String... arguments) {
        Tools tools = Tools.standard();
        tools.ensure(Tool.HELM);
        List<String> command = new ArrayList<>(List.of(tools.path(Tool.HELM).toString()));
        command.addAll(List.of(arguments));
        try {
            Path home = Files.createTempDirectory("helm-");
            Path output = home.resolve("output");
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
            for (String folder : List.of("HELM_CACHE_HOME", "HELM_CONFIG_HOME", "HELM_DATA_HOME")) {
                builder.environment().put(folder, home.toString());
            }
            Process process = builder.start();
            try {
                if (!process.waitFor(2, TimeUnit.MINUTES)) {
                    throw new IllegalStateException("helm hangs: " + command);
                }
            } finally {
                process.destroyForcibly();
            }
            String text = Files.readString(output, StandardCharsets.UTF_8);
            Files.delete(output);
            Files.deleteIfExists(home);
            return new Run(process.exitValue(), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** The objects that the chart comes to with a values file. */
    static List<HasMetadata> template(String values) {
        Run run = run(
                "template", "release", CHART.toString(), "--namespace=operators", "--values=" + VALUES.resolve(values));
        if (run.code() != 0) {
            throw new AssertionError(run.output());
        }
        KubernetesSerialization serialization = new KubernetesSerialization();
        List<HasMetadata> objects = new ArrayList<>();
        for (String document : run.output().split("(?m)^---$")) {
            if (document.lines().anyMatch(line -> line.startsWith("kind:"))) {
                HasMetadata object = serialization.unmarshal(document);
                if (object instanceof GenericKubernetesResource) {
                    throw new AssertionError("not a kind of Kubernetes: " + document);
                }
                objects.add(object);
            }
        }
        return objects;
    }

    /** The one object of a type. */
    static <T extends HasMetadata> T only(List<HasMetadata> objects, Class<T> type, String name) {
        return objects.stream()
                .filter(type::isInstance)
                .map(type::cast)
                .filter(object -> object.getMetadata().getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + type.getSimpleName() + " " + name));
    }
}
