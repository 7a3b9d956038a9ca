package dev.customscheduler.testbed.node;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.Probe;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps one container of a pod running, as far as its restart policy wants it. */
final class ContainerRunner {
    private static final Logger LOG = LoggerFactory.getLogger(ContainerRunner.class);
    private static final Duration RETRY_CONFIGURATION = Duration.ofSeconds(2);
    private static final int TERMINATION_MESSAGE_BYTES = 2048;

    /** Which of a pod's containers it is. */
    enum Role {
        INIT,
        SIDECAR,
        MAIN
    }

    private final PodContext pod;
    private final Container container;
    private final Role role;
    private final Backoff backoff;
    private final AtomicReference<Snapshot> snapshot;
    private final CountDownLatch stop = new CountDownLatch(1);
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile boolean begun;
    private volatile @Nullable RunningContainer running;
    private volatile LongSupplier deadline = System::nanoTime;

    ContainerRunner(PodContext pod, Container container, Role role) {
        this.pod = pod;
        this.container = container;
        this.role = role;
        backoff = new Backoff(pod.backoff());
        snapshot = new AtomicReference<>(
                Snapshot.waiting(role == Role.MAIN ? "ContainerCreating" : "PodInitializing", restartsBefore()));
    }

    /** A node that was restarted goes on counting. */
    private int restartsBefore() {
        PodStatus status = pod.pod().get().getStatus();
        if (status == null) {
            return 0;
        }
        return Stream.concat(status.getContainerStatuses().stream(), status.getInitContainerStatuses().stream())
                .filter(s -> s.getName().equals(container.getName()) && s.getContainerID() != null)
                .mapToInt(s -> s.getRestartCount() + 1)
                .findFirst()
                .orElse(0);
    }

    Container container() {
        return container;
    }

    Role role() {
        return role;
    }

    Snapshot snapshot() {
        return snapshot.get();
    }

    void start() {
        begun = true;
        Thread.ofVirtual().name(container.getName()).start(this::run);
    }

    /** Ends the container for good; returns when it is gone. Does nothing to one that was never started. */
    void stop(LongSupplier until) throws InterruptedException {
        deadline = until;
        stop.countDown();
        RunningContainer now = running;
        if (now != null) {
            pod.events().normal("Killing", "Stopping container " + container.getName());
            now.stop(until);
        }
        if (begun) {
            over.await();
        }
    }

    private void run() {
        try {
            while (stop.getCount() > 0 && !attempt()) {
                // The next attempt follows at once; what there was to wait for, attempt waited for.
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            LOG.error(
                    "container {} of {}",
                    container.getName(),
                    pod.pod().get().getMetadata().getName(),
                    e);
            change(s -> s.withState(terminated(128, "StartError", e.toString(), Instant.now())));
        } finally {
            change(Snapshot::withEnded);
            over.countDown();
        }
    }

    /** Runs the container once, or says why not; true if it is not to be run again. */
    private boolean attempt() throws IOException, InterruptedException {
        Optional<LocalImage> image = pod.images().find(container.getImage());
        if (image.isEmpty()) {
            String message = "the process node has no program for the image " + container.getImage();
            pod.events().warning("Failed", "Failed to pull image \"" + container.getImage() + "\": " + message);
            change(s -> s.withState(Snapshot.waitingState("ErrImagePull", message)));
            Duration pause = backoff.after(Duration.ZERO);
            if (!pause.isZero()) {
                change(s ->
                        s.withState(Snapshot.waitingState("ImagePullBackOff", "Back-off pulling image: " + message)));
            }
            return pause(pause.isZero() ? RETRY_CONFIGURATION : pause);
        }
        Instant start = Instant.now();
        RunningContainer process;
        try {
            process = launch(image.get());
        } catch (ConfigurationMissing e) {
            pod.events().warning("Failed", "Error: " + e.getMessage());
            change(s -> s.withState(Snapshot.waitingState("CreateContainerConfigError", e.getMessage())));
            return pause(RETRY_CONFIGURATION);
        }
        running = process;
        if (stop.getCount() == 0) {
            process.stop(deadline);
        }
        String id = "process://" + process.process().pid();
        ContainerState state = new ContainerStateBuilder()
                .withNewRunning()
                .withStartedAt(time(start))
                .endRunning()
                .build();
        boolean immediately = container.getStartupProbe() == null;
        boolean ready = immediately && container.getReadinessProbe() == null;
        change(s -> new Snapshot(state, s.last(), s.restartCount(), ready, immediately, id, false));
        pod.events().normal("Started", "Container started: " + container.getName());
        List<Thread> probers = probe(process, immediately);
        int code = process.process().waitFor();
        running = null;
        for (Thread prober : probers) {
            prober.interrupt();
        }
        return ended(process, code, start);
    }

    private boolean ended(RunningContainer process, int code, Instant start) throws InterruptedException {
        boolean setUp = !Files.exists(process.failed());
        ContainerState state = terminated(
                setUp ? code : 128,
                !setUp ? "StartError" : code == 0 ? "Completed" : "Error",
                setUp ? message(process.log(), code) : "the container could not be set up: " + tail(process.log()),
                start);
        boolean again = stop.getCount() > 0 && wantsRestart(code);
        change(s -> s.withState(state));
        if (!again) {
            return true;
        }
        Duration pause = backoff.after(Duration.between(start, Instant.now()));
        String name = container.getName();
        if (!pause.isZero()) {
            String message = "back-off " + pause.toSeconds() + "s restarting failed container=" + name + " pod="
                    + pod.pod().get().getMetadata().getName();
            pod.events().warning("BackOff", "Back-off restarting failed container " + name);
            change(s -> new Snapshot(
                    Snapshot.waitingState("CrashLoopBackOff", message),
                    state,
                    s.restartCount(),
                    false,
                    false,
                    s.containerId(),
                    false));
        }
        if (pause(pause)) {
            return true;
        }
        change(s -> new Snapshot(s.state(), state, s.restartCount() + 1, false, false, s.containerId(), false));
        return false;
    }

    private boolean wantsRestart(int code) {
        String policy = pod.pod().get().getSpec().getRestartPolicy();
        return switch (role) {
            case SIDECAR -> true;
            case INIT -> code != 0 && !"Never".equals(policy);
            case MAIN -> "Always".equals(policy) || "OnFailure".equals(policy) && code != 0;
        };
    }

    private RunningContainer launch(LocalImage image) throws IOException, ConfigurationMissing {
        Pod current = pod.pod().get();
        Map<String, String> variables =
                pod.environment().of(current, container, image, pod.network().address());
        List<String> words =
                image.argv(expanded(container.getCommand(), variables), expanded(container.getArgs(), variables));
        if (words.isEmpty() || !Files.isExecutable(Path.of(words.getFirst()))) {
            throw new ConfigurationMissing("exec: " + (words.isEmpty() ? "no command" : "\"" + words.getFirst() + "\"")
                    + ": executable file not found: the process node's image for " + container.getImage()
                    + " does not know it");
        }
        Path directory =
                Files.createDirectories(pod.directory().resolve("containers").resolve(container.getName()));
        Path logs = Files.createDirectories(pod.logs().resolve(container.getName()));
        Path log = logs.resolve(snapshot().restartCount() + ".log");
        List<String> root = ContainerRoot.prepare(directory, current, container, pod.volumes(), variables);
        List<String> command = new ArrayList<>(pod.network().enter());
        command.add("unshare");
        if (!pod.root()) {
            command.addAll(List.of("--user", "--map-root-user"));
        }
        command.addAll(List.of("--mount", "--uts", "--"));
        command.addAll(root);
        command.addAll(words);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().clear();
        builder.environment().putAll(variables);
        pod.events().normal("Created", "Container created: " + container.getName());
        return new RunningContainer(
                pod,
                container,
                image,
                variables,
                pod.supervisor().start(builder),
                log,
                ContainerRoot.failed(directory));
    }

    private static List<String> expanded(List<String> words, Map<String, String> variables) {
        return words.stream().map(w -> Expansion.expand(w, variables)).toList();
    }

    private List<Thread> probe(RunningContainer process, boolean immediately) {
        List<Thread> threads = new ArrayList<>();
        if (immediately) {
            probeForLife(process, threads);
        } else {
            prober("Startup", container.getStartupProbe(), process, threads, new Prober.Verdict() {
                @Override
                public void success() {
                    boolean ready = container.getReadinessProbe() == null;
                    changeOf(process, s -> s.withStarted().withReady(ready));
                    probeForLife(process, new ArrayList<>());
                }

                @Override
                public void failure(String problem) {
                    restart(process, "failed startup probe");
                }
            });
        }
        return threads;
    }

    private void probeForLife(RunningContainer process, List<Thread> threads) {
        if (container.getLivenessProbe() != null) {
            prober("Liveness", container.getLivenessProbe(), process, threads, new Prober.Verdict() {
                @Override
                public void success() {}

                @Override
                public void failure(String problem) {
                    restart(process, "failed liveness probe");
                }
            });
        }
        if (container.getReadinessProbe() != null) {
            prober("Readiness", container.getReadinessProbe(), process, threads, new Prober.Verdict() {
                @Override
                public void success() {
                    changeOf(process, s -> s.withReady(s.running()));
                }

                @Override
                public void failure(String problem) {
                    changeOf(process, s -> s.withReady(false));
                }
            });
        }
    }

    private static void prober(
            String kind, Probe probe, RunningContainer process, List<Thread> threads, Prober.Verdict verdict) {
        threads.add(Thread.ofVirtual().name(kind).start(() -> {
            try {
                new Prober(kind, probe, process, verdict).run();
            } catch (InterruptedException e) {
                LOG.trace("{} prober ends with its container", kind, e);
            }
        }));
    }

    private void restart(RunningContainer process, String why) {
        Probe liveness = container.getLivenessProbe();
        Long own = liveness == null ? null : liveness.getTerminationGracePeriodSeconds();
        Long ofPod = pod.pod().get().getSpec().getTerminationGracePeriodSeconds();
        long grace = own != null ? own : ofPod != null ? ofPod : 30;
        pod.events().normal("Killing", "Container " + container.getName() + " " + why + ", will be restarted");
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(grace);
        try {
            process.stop(() -> until);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits; true if the container was stopped meanwhile. */
    private boolean pause(Duration duration) throws InterruptedException {
        return stop.await(duration.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** What a probe has found out counts only while the process that it asked is the container's. */
    private void changeOf(RunningContainer process, UnaryOperator<Snapshot> change) {
        if (running == process) {
            change(change);
        }
    }

    private void change(UnaryOperator<Snapshot> change) {
        snapshot.updateAndGet(change);
        pod.changed().run();
    }

    private ContainerState terminated(int code, String reason, @Nullable String message, Instant start) {
        return new ContainerStateBuilder()
                .withNewTerminated()
                .withExitCode(code)
                .withReason(reason)
                .withMessage(message)
                .withStartedAt(time(start))
                .withFinishedAt(time(Instant.now()))
                .withContainerID(snapshot().containerId())
                .endTerminated()
                .build();
    }

    private @Nullable String message(Path log, int code) {
        boolean wanted = code != 0 && "FallbackToLogsOnError".equals(container.getTerminationMessagePolicy());
        return wanted ? tail(log) : null;
    }

    private static String tail(Path log) {
        try {
            byte[] all = Files.readAllBytes(log);
            int from = Math.max(0, all.length - TERMINATION_MESSAGE_BYTES);
            return new String(all, from, all.length - from, StandardCharsets.UTF_8);
        } catch (IOException e) {
            return log + ": " + e.getMessage();
        }
    }

    private static String time(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
