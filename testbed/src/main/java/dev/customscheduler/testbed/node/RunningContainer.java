package dev.customscheduler.testbed.node;

import dev.customscheduler.testbed.process.Supervisor;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ExecAction;
import io.fabric8.kubernetes.api.model.LifecycleHandler;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * One started process of a container.
 *
 * @param log its output
 * @param failed exists if the container could not be set up
 */
record RunningContainer(
        PodContext pod,
        Container container,
        LocalImage image,
        Map<String, String> variables,
        Process process,
        Path log,
        Path failed) {

    /** The problem with a command run inside the container, if there is one. */
    Optional<String> exec(ExecAction action, Duration timeout) throws InterruptedException {
        List<String> command = new ArrayList<>();
        if (pod.root()) {
            String pid = Long.toString(process.pid());
            command.addAll(List.of("nsenter", "--target", pid, "--mount", "--uts", "--net", "--root", "--"));
            command.addAll(ContainerRoot.dropPrivileges());
        }
        command.addAll(image.argv(action.getCommand(), List.of()));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().clear();
        builder.environment().putAll(variables);
        try {
            Process run = pod.supervisor().start(builder);
            if (!run.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
                Supervisor.signal(run, "KILL");
                return Optional.of("command " + action.getCommand() + " timed out after " + timeout.toSeconds() + "s");
            }
            int code = run.exitValue();
            return code == 0
                    ? Optional.empty()
                    : Optional.of("command " + action.getCommand() + " exited with " + code);
        } catch (IOException e) {
            return Optional.of("command " + action.getCommand() + ": " + e.getMessage());
        }
    }

    /**
     * Ends it: preStop hook, TERM, and KILL when the time is over. Returns when it is gone.
     *
     * @param deadline the moment of {@link System#nanoTime} at which patience ends; it may come nearer meanwhile
     */
    void stop(LongSupplier deadline) throws InterruptedException {
        LifecycleHandler hook = container.getLifecycle() == null
                ? null
                : container.getLifecycle().getPreStop();
        if (hook != null && process.isAlive()) {
            Duration left = Duration.ofNanos(Math.max(1_000_000, deadline.getAsLong() - System.nanoTime()));
            Optional<String> problem = hook(hook, left, deadline);
            problem.ifPresent(p -> pod.events().warning("FailedPreStopHook", "PreStopHook failed: " + p));
        }
        process.destroy();
        while (!process.waitFor(50, TimeUnit.MILLISECONDS)) {
            if (System.nanoTime() - deadline.getAsLong() >= 0) {
                Supervisor.signal(process, "KILL");
                process.waitFor();
            }
        }
    }

    private Optional<String> hook(LifecycleHandler hook, Duration left, LongSupplier deadline)
            throws InterruptedException {
        if (hook.getExec() != null) {
            return exec(hook.getExec(), left);
        }
        if (hook.getHttpGet() != null) {
            return HttpCheck.get(hook.getHttpGet(), container, pod.network().address(), left);
        }
        if (hook.getSleep() != null) {
            long until =
                    System.nanoTime() + TimeUnit.SECONDS.toNanos(hook.getSleep().getSeconds());
            while (process.isAlive() && System.nanoTime() - until < 0 && System.nanoTime() - deadline.getAsLong() < 0) {
                process.waitFor(50, TimeUnit.MILLISECONDS);
            }
        }
        return Optional.empty();
    }
}
