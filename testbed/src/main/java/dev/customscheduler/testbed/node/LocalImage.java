package dev.customscheduler.testbed.node;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What stands on this machine for a container image.
 *
 * @param entrypoint the program and arguments that run if a container names no command
 * @param commands what a container's command means, by its first word; a word that is not here must be an absolute path
 *     on this machine
 * @param environment the image's own variables
 */
public record LocalImage(List<String> entrypoint, Map<String, List<String>> commands, Map<String, String> environment) {
    public LocalImage {
        entrypoint = List.copyOf(entrypoint);
        commands = Map.copyOf(commands);
        environment = Map.copyOf(environment);
    }

    /** An image whose only program is this one, known by its file name too: {@code command: [kube-scheduler]}. */
    public static LocalImage program(Path executable) {
        List<String> entrypoint = List.of(executable.toAbsolutePath().toString());
        return new LocalImage(entrypoint, Map.of(executable.getFileName().toString(), entrypoint), Map.of());
    }

    /** An image that runs a main class with the Java that runs this. */
    public static LocalImage java(List<Path> classPath, String mainClass, String... options) {
        List<String> entrypoint = new ArrayList<>();
        entrypoint.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        entrypoint.addAll(List.of(options));
        entrypoint.add("-cp");
        entrypoint.add(String.join(
                File.pathSeparator,
                classPath.stream().map(p -> p.toAbsolutePath().toString()).toList()));
        entrypoint.add(mainClass);
        return new LocalImage(entrypoint, Map.of(), Map.of());
    }

    /** The same with one more command. */
    public LocalImage command(String word, List<String> meaning) {
        Map<String, List<String>> more = new LinkedHashMap<>(commands);
        more.put(word, List.copyOf(meaning));
        return new LocalImage(entrypoint, more, environment);
    }

    /** The same with one more variable. */
    public LocalImage variable(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(environment);
        more.put(name, value);
        return new LocalImage(entrypoint, commands, more);
    }

    /** What to execute for a container's command and args, by the rules of Kubernetes. */
    List<String> argv(List<String> command, List<String> args) {
        List<String> argv = new ArrayList<>();
        if (command.isEmpty()) {
            argv.addAll(entrypoint);
        } else {
            String first = command.getFirst();
            argv.addAll(commands.getOrDefault(first, List.of(first)));
            argv.addAll(command.subList(1, command.size()));
        }
        argv.addAll(args);
        return argv;
    }
}
