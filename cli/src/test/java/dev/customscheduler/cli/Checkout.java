package dev.customscheduler.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A pretended checkout around the real launcher script: a JDK that prints how it was called, a Maven that leaves what
 * the real build leaves and counts its runs. The real build takes minutes; the end-to-end tests have it.
 */
final class Checkout {
    private static final List<String> APPS = List.of("cli", "operator/app", "scheduler-runtime/app");

    final Path root;
    final Path jdk;
    private final Path builds;

    Checkout(Path folder) throws IOException {
        root = Files.createDirectories(folder.resolve("check out"));
        builds = folder.resolve("builds");
        for (String module : List.of("crds", "testbed", "cli", "operator/app", "scheduler-runtime/app")) {
            Path sources = Files.createDirectories(root.resolve(module).resolve("src/main/java"));
            old(Files.writeString(sources.resolve("A.java"), "class A {}"));
            old(Files.writeString(root.resolve(module).resolve("pom.xml"), "<project/>"));
            Files.createDirectories(root.resolve(module).resolve("src/test/java"));
        }
        old(Files.writeString(root.resolve("pom.xml"), "<project/>"));
        try (var files = Files.walk(root)) {
            for (Path file : files.toList()) {
                old(file);
            }
        }
        Path script = Files.copy(script(), root.resolve("csched"));
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        jdk = jdk(folder.resolve("jdks/a-25"), "25.0.3");
        StringBuilder maven = new StringBuilder("#!/bin/bash\necho run >> '" + builds + "'\n");
        maven.append("echo '[INFO] Building A module 1.0   [1/1]'; sleep ${FAKE_MAVEN_SECONDS:-0}\n");
        maven.append("if [ -n \"${FAKE_MAVEN_ERROR:-}\" ]; then echo \"[ERROR] $FAKE_MAVEN_ERROR\"; exit 1; fi\n");
        for (String app : APPS) {
            maven.append("mkdir -p " + app + "/target/app/lib; touch " + app + "/target/app/lib/a.jar " + app
                    + "/target/app/stamp\n");
        }
        executable(folder.resolve("bin/mvn"), maven.toString());
    }

    /** The launcher in the repository, found from the module's folder, where tests run. */
    static Path script() {
        return Path.of("..").toAbsolutePath().normalize().resolve("csched");
    }

    /** A folder that looks like a JDK, with a java that prints its arguments, or makes the cache it is asked for. */
    static Path jdk(Path at, String version) throws IOException {
        executable(
                at.resolve("bin/java"),
                "#!/bin/bash\n"
                        + "for a in \"$@\"; do case $a in -XX:AOTCacheOutput=*) echo cache > \"${a#*=}\"; exit 0;; esac; done\n"
                        + "echo 'jdk " + version
                        + "'; for a in \"$@\"; do echo \"arg:$a\"; done; exit ${FAKE_EXIT:-0}\n");
        executable(at.resolve("bin/javac"), "#!/bin/bash\n");
        Files.writeString(at.resolve("release"), "IMPLEMENTOR=\"test\"\nJAVA_VERSION=\"" + version + "\"\n");
        return at;
    }

    int builds() throws IOException {
        return Files.exists(builds) ? Files.readAllLines(builds).size() : 0;
    }

    /** Starts the launcher with nothing of this process's environment but what it needs. */
    Process start(List<String> environment, String... args) throws IOException {
        return start(root.resolve("csched"), environment, args);
    }

    /** The same, called by another name. */
    Process start(Path launcher, List<String> environment, String... args) throws IOException {
        ProcessBuilder builder = new ProcessBuilder();
        builder.command().add(launcher.toString());
        builder.command().addAll(List.of(args));
        builder.environment().clear();
        builder.environment().put("PATH", builds.resolveSibling("bin") + ":/usr/bin:/bin");
        builder.environment().put("HOME", builds.resolveSibling("user").toString());
        builder.environment().put("JAVA_HOME", jdk.toString());
        builder.environment()
                .put("CSCHED_JVM_DIR", builds.resolveSibling("none").toString());
        for (String variable : environment) {
            int equals = variable.indexOf('=');
            builder.environment().put(variable.substring(0, equals), variable.substring(equals + 1));
        }
        return builder.redirectErrorStream(true).start();
    }

    Result run(List<String> environment, String... args) throws IOException, InterruptedException {
        return Result.of(start(environment, args));
    }

    Result run(String... args) throws IOException, InterruptedException {
        return run(List.of(), args);
    }

    /** How a launcher ended and all that it printed. */
    record Result(int exit, String output) {
        static Result of(Process process) throws IOException, InterruptedException {
            String output = new String(process.getInputStream().readAllBytes());
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("did not end: " + output);
            }
            return new Result(process.exitValue(), output);
        }
    }

    private static void executable(Path file, String content) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static void old(Path file) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(3600)));
    }

    /** Gives a file a time that is surely after the last build. */
    static void touch(Path file) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(2)));
    }
}
