package dev.customscheduler.runtime;

import dev.customscheduler.config.ConfigurationWriter;
import dev.customscheduler.config.Finding;
import dev.customscheduler.config.Target;
import dev.customscheduler.engine.profile.PluginRegistry;
import dev.customscheduler.runtime.flags.CommandLine;
import dev.customscheduler.runtime.flags.FeatureGates;
import dev.customscheduler.runtime.flags.Flags;
import dev.customscheduler.runtime.logging.Klog;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * The bundled scheduler-runtime: takes kube-scheduler's command line and does its work. Exits 0 when it was asked to
 * stop, 1 when its command line or configuration is refused, when the lease is lost, or when it cannot go on.
 */
public final class Main {
    private static final Klog LOG = Klog.of("scheduler");

    private Main() {}

    /** The process' entry. */
    public static void main(String[] arguments) throws InterruptedException {
        System.exit(run(List.of(arguments), System.out, System.err));
    }

    private static int run(List<String> arguments, PrintStream out, PrintStream err) throws InterruptedException {
        switch (CommandLine.parse(arguments, version())) {
            case CommandLine.Result.Refused(String message) -> {
                err.println("Error: " + message);
                return 1;
            }
            case CommandLine.Result.Print(String text) -> {
                out.print(text);
                out.flush();
                return 0;
            }
            case CommandLine.Result.Run(Flags flags) -> {
                return run(flags, err);
            }
        }
    }

    private static int run(Flags flags, PrintStream err) throws InterruptedException {
        Klog.setVerbosity(flags.integer("v"));
        Target target =
                Target.bundled().withNotImplemented(PluginRegistry.builtIn().missing());
        switch (Settings.load(flags, target)) {
            case Settings.Loaded.Refused(List<String> reasons) -> {
                reasons.forEach(err::println);
                return 1;
            }
            case Settings.Loaded.Usable(Settings settings) -> {
                tell(flags, settings);
                return flags.string("write-config-to").isEmpty()
                        ? schedule(flags, settings)
                        : write(settings, Path.of(flags.string("write-config-to")), err);
            }
        }
    }

    private static void tell(Flags flags, Settings settings) {
        for (Finding warning : settings.warnings()) {
            LOG.warn(warning.toString());
        }
        for (String name : flags.withoutEffect()) {
            LOG.warn("Flag has no effect in this runtime", "flag", "--" + name);
        }
        FeatureGates gates = FeatureGates.of(flags);
        gates.explicit().forEach((gate, on) -> LOG.info("Feature gate set", "gate", gate, "value", on));
        for (String gate : gates.withoutEffect()) {
            LOG.warn("Feature gate has no effect in this runtime", "gate", gate);
        }
    }

    private static int write(Settings settings, Path file, PrintStream err) {
        try {
            Files.writeString(file, ConfigurationWriter.toYaml(settings.configuration()), StandardCharsets.UTF_8);
            LOG.info("Wrote configuration", "file", file);
            return 0;
        } catch (IOException e) {
            err.println(file + ": cannot be written: " + e.getMessage());
            return 1;
        }
    }

    private static int schedule(Flags flags, Settings settings) throws InterruptedException {
        SchedulerProcess process;
        try {
            process = new SchedulerProcess(flags, settings, version());
        } catch (IOException | IllegalArgumentException e) {
            LOG.error(e, "command failed");
            return 1;
        }
        CountDownLatch ended = new CountDownLatch(1);
        int[] code = {1};
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            process.requestStop();
                            try {
                                ended.await();
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                            // After a signal the JVM would exit with 128 and the signal's number; a stop that went well
                            // is 0.
                            Runtime.getRuntime().halt(code[0]);
                        },
                        "stop"));
        try {
            code[0] = process.run();
        } finally {
            ended.countDown();
        }
        return code[0];
    }

    private static String version() {
        String version = Main.class.getPackage().getImplementationVersion();
        return version == null ? "0.0.0-dev" : version;
    }
}
