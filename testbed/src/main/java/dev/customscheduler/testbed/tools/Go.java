package dev.customscheduler.testbed.tools;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The go command, with its absences and failures said in words. */
final class Go {
    private static final Duration PROGRESS_INTERVAL = Duration.ofSeconds(15);

    private final Consumer<String> progress;

    Go(Consumer<String> progress) {
        this.progress = progress;
    }

    /** Builds one package of the module into {@code output}. */
    void build(GoModule module, Tool tool, Path output) {
        checkVersion(module);
        List<String> command = List.of(
                "go",
                "build",
                "-trimpath",
                "-ldflags",
                module.linkerFlags(),
                "-o",
                output.toString(),
                tool.goPackage());
        run(module, command, "building " + tool.binary());
    }

    /** The folder in Go's module cache where a required module's files are, fetched if need be. */
    Path moduleDirectory(GoModule module, String required) {
        checkVersion(module);
        run(module, List.of("go", "mod", "download", required), "fetching " + required);
        return Path.of(run(module, List.of("go", "list", "-m", "-f", "{{.Dir}}", required), "finding " + required)
                .strip()
                .lines()
                .toList()
                .getLast());
    }

    private void checkVersion(GoModule module) {
        String needed = module.goVersion();
        try {
            run(module, List.of("go", "version"), "asking go for its version");
        } catch (ToolException e) {
            if (e.getCause() instanceof IOException) {
                throw new ToolException(
                        "the test bed builds its control plane with Go, and there is no `go` on the PATH: install Go "
                                + needed
                                + " or newer (https://go.dev/dl), or set KUBEBUILDER_ASSETS to a folder with the binaries",
                        e);
            }
            throw new ToolException("the test bed needs Go " + needed + " or newer: " + e.getMessage(), e);
        }
    }

    private String run(GoModule module, List<String> command, String what) {
        Path log = null;
        Process process = null;
        try {
            log = Files.createTempFile("custom-scheduler-go-", ".log");
            ProcessBuilder builder =
                    new ProcessBuilder(command).directory(module.directory().toFile());
            builder.redirectErrorStream(true).redirectOutput(log.toFile());
            // A workspace file above the checkout would replace the pinned versions.
            builder.environment().put("GOWORK", "off");
            builder.environment().put("GOFLAGS", "-mod=readonly");
            long start = System.nanoTime();
            process = builder.start();
            while (!process.waitFor(PROGRESS_INTERVAL.toSeconds(), TimeUnit.SECONDS)) {
                progress.accept("  " + what + ", " + (System.nanoTime() - start) / 1_000_000_000 + " s so far");
            }
            String output = Files.readString(log);
            if (process.exitValue() != 0) {
                throw new ToolException(
                        what + " failed: " + String.join(" ", command) + " in " + module.directory() + "\n" + output);
            }
            return output;
        } catch (IOException e) {
            throw new ToolException(what + " failed: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ToolException(what + " was interrupted", e);
        } finally {
            if (process != null) {
                process.descendants().forEach(ProcessHandle::destroy);
                process.destroy();
            }
            if (log != null) {
                log.toFile().delete();
            }
        }
    }
}
