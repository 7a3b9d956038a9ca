package dev.customscheduler.testbed.tools;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Gives the path of each {@link Tool}, building it first where it is not there yet.
 *
 * <p>A binary in the folder that the environment variable KUBEBUILDER_ASSETS names is taken as it is. Everything else
 * is built once, under a lock that holds between processes, into {@code $XDG_CACHE_HOME/custom-scheduler/testbed} (or
 * {@code ~/.cache/...}), in a folder named after everything that decides the outcome, and appears there whole or not at
 * all.
 */
public final class Tools {
    private static final ReentrantLock IN_THIS_JVM = new ReentrantLock();
    private static final List<String> KWOK_STAGES = List.of("node/fast", "node/heartbeat-with-lease", "pod/fast");

    private final Consumer<String> progress;
    private final Map<Tool, Path> found = new ConcurrentHashMap<>();
    private final Map<String, GoModule> modules = new ConcurrentHashMap<>();

    /**
     * @param progress is told, a line at a time, what is being built and for how long; nothing when all is there
     *     already
     */
    public Tools(Consumer<String> progress) {
        this.progress = progress;
    }

    /** Tools that show their progress on standard error. */
    public static Tools standard() {
        return new Tools(System.err::println);
    }

    /**
     * Where the tool is.
     *
     * @throws ToolException if it can neither be found nor built
     */
    public Path path(Tool tool) {
        Path known = found.get(tool);
        if (known != null) {
            return known;
        }
        Path path = locate(tool);
        found.put(tool, path);
        return path;
    }

    /** Builds what is missing of these, before anything that counts the seconds is started. */
    public void ensure(Tool... tools) {
        for (Tool tool : tools) {
            path(tool);
        }
    }

    /** The version of Kubernetes that the control plane is built from, {@code v1.37.2}. */
    public String kubernetesVersion() {
        return module("controlplane")
                .version("k8s.io/kubernetes")
                .orElseThrow(() -> new ToolException("testbed/controlplane/go.mod does not require k8s.io/kubernetes"));
    }

    /** One file with the kwok stages that keep fake nodes alive and make their pods run, from kwok's own module. */
    public Path kwokStages() {
        GoModule module = module("kwok");
        Path target = cache(module).resolve("stages.yaml");
        return onlyOnce(target, partial -> {
            Path stages = new Go(progress)
                    .moduleDirectory(module, "sigs.k8s.io/kwok")
                    .resolve("kustomize")
                    .resolve("stage");
            StringBuilder all = new StringBuilder();
            for (String stage : KWOK_STAGES) {
                try (var files = Files.list(stages.resolve(stage))) {
                    for (Path file : files.filter(Tools::isStage).sorted().toList()) {
                        all.append("---\n").append(Files.readString(file)).append('\n');
                    }
                }
            }
            Files.writeString(partial, all);
        });
    }

    private static boolean isStage(Path file) {
        String name = file.getFileName().toString();
        return name.endsWith(".yaml") && !name.equals("kustomization.yaml");
    }

    private Path locate(Tool tool) {
        String assets = System.getenv("KUBEBUILDER_ASSETS");
        if (assets != null && !assets.isBlank()) {
            Path given = Path.of(assets, tool.binary());
            if (Files.isExecutable(given)) {
                return given;
            }
        }
        GoModule module = module(tool.module());
        return onlyOnce(cache(module).resolve(tool.binary()), partial -> {
            long start = System.nanoTime();
            progress.accept("building " + tool.binary() + " from testbed/" + tool.module()
                    + "/go.mod (once; the first build of the control plane takes some minutes)");
            new Go(progress).build(module, tool, partial);
            progress.accept("built " + tool.binary() + " in " + (System.nanoTime() - start) / 1_000_000_000 + " s");
        });
    }

    private GoModule module(String name) {
        return modules.computeIfAbsent(name, GoModule::find);
    }

    private static Path cache(GoModule module) {
        return cacheRoot().resolve(module.name() + "-" + module.fingerprint());
    }

    private static Path cacheRoot() {
        String xdg = System.getenv("XDG_CACHE_HOME");
        Path base = xdg != null && !xdg.isBlank() ? Path.of(xdg) : Path.of(System.getProperty("user.home"), ".cache");
        return base.resolve("custom-scheduler").resolve("testbed");
    }

    private interface Making {
        void make(Path partial) throws IOException;
    }

    /** Go's own build uses every core, so one build at a time on the machine, whichever process asks. */
    private Path onlyOnce(Path target, Making making) {
        if (Files.exists(target)) {
            return target;
        }
        IN_THIS_JVM.lock();
        try {
            Files.createDirectories(target.getParent());
            Path lock = cacheRoot().resolve("build.lock");
            try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                FileLock held = channel.tryLock();
                if (held == null) {
                    progress.accept("another process is building the test bed's tools; waiting for it (" + lock + ")");
                    held = channel.lock();
                }
                try {
                    if (!Files.exists(target)) {
                        Path partial = target.resolveSibling(target.getFileName() + ".partial");
                        making.make(partial);
                        Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE);
                    }
                } finally {
                    held.release();
                }
            }
            return target;
        } catch (IOException e) {
            throw new UncheckedIOException("making " + target, e);
        } finally {
            IN_THIS_JVM.unlock();
        }
    }
}
