package dev.customscheduler.runtime;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.customscheduler.config.ConfigurationReader;
import dev.customscheduler.config.ConfigurationResult;
import dev.customscheduler.config.ConfigurationWriter;
import dev.customscheduler.config.EffectiveProfile;
import dev.customscheduler.config.Finding;
import dev.customscheduler.config.KubeSchedulerConfiguration;
import dev.customscheduler.config.LeaderElection;
import dev.customscheduler.config.Source;
import dev.customscheduler.config.Target;
import dev.customscheduler.runtime.flags.Flags;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * The configuration that the process runs by: the file of {@code --config}, or the defaults, with what flags override.
 * As in kube-scheduler the {@code --leader-elect*} flags override the file, and {@code --kubeconfig} and
 * {@code --kube-api-*} count only where there is no file.
 *
 * @param profiles the effective profiles
 * @param warnings what is worth saying in the start log
 */
record Settings(KubeSchedulerConfiguration configuration, List<EffectiveProfile> profiles, List<Finding> warnings) {
    private static final byte[] DEFAULTS = ("apiVersion: " + KubeSchedulerConfiguration.API_VERSION + "\nkind: "
                    + KubeSchedulerConfiguration.KIND + "\n")
            .getBytes(StandardCharsets.UTF_8);

    /** What loading comes to. */
    sealed interface Loaded {
        /** Run by these. */
        record Usable(Settings settings) implements Loaded {}

        /** Refused, one line a reason. */
        record Refused(List<String> reasons) implements Loaded {}
    }

    /** Loads the configuration for the bundled runtime. */
    static Loaded load(Flags flags, Target target) {
        String file = flags.string("config");
        ConfigurationResult read;
        if (file.isEmpty()) {
            read = withConnectionFlags(ConfigurationReader.read(DEFAULTS, Source.NONE, target), flags, target);
        } else {
            try {
                read = ConfigurationReader.read(Files.readAllBytes(Path.of(file)), Source.file(file), target);
            } catch (NoSuchFileException e) {
                return new Loaded.Refused(List.of(file + ": no such file: --config names it"));
            } catch (IOException e) {
                return new Loaded.Refused(List.of(file + ": cannot be read: " + e.getMessage()));
            }
        }
        return switch (withElectionFlags(read, flags, target)) {
            case ConfigurationResult.Accepted accepted ->
                new Loaded.Usable(new Settings(accepted.configuration(), accepted.profiles(), warnings(read)));
            case ConfigurationResult.Refused refused ->
                new Loaded.Refused(
                        refused.findings().stream().map(Finding::toString).toList());
        };
    }

    private static List<Finding> warnings(ConfigurationResult read) {
        return read instanceof ConfigurationResult.Accepted accepted ? accepted.warnings() : List.of();
    }

    private static ConfigurationResult withConnectionFlags(ConfigurationResult read, Flags flags, Target target) {
        boolean none =
                !flags.changed("kubeconfig") && !flags.changed("kube-api-qps") && !flags.changed("kube-api-burst");
        if (none || !(read instanceof ConfigurationResult.Accepted accepted)) {
            return read;
        }
        ObjectNode document = ConfigurationWriter.toJson(accepted.configuration());
        ObjectNode connection = document.withObject("/clientConnection");
        if (flags.changed("kubeconfig")) {
            connection.put("kubeconfig", flags.string("kubeconfig"));
        }
        if (flags.changed("kube-api-qps")) {
            connection.put("qps", flags.decimal("kube-api-qps"));
        }
        if (flags.changed("kube-api-burst")) {
            connection.put("burst", flags.integer("kube-api-burst"));
        }
        return ConfigurationReader.read(document, Source.NONE, target);
    }

    private static ConfigurationResult withElectionFlags(ConfigurationResult read, Flags flags, Target target) {
        if (!(read instanceof ConfigurationResult.Accepted accepted)) {
            return read;
        }
        LeaderElection file = accepted.configuration().leaderElection();
        LeaderElection changed = new LeaderElection(
                flags.changed("leader-elect") ? flags.bool("leader-elect") : file.leaderElect(),
                flags.changed("leader-elect-lease-duration")
                        ? flags.duration("leader-elect-lease-duration")
                        : file.leaseDuration(),
                flags.changed("leader-elect-renew-deadline")
                        ? flags.duration("leader-elect-renew-deadline")
                        : file.renewDeadline(),
                flags.changed("leader-elect-retry-period")
                        ? flags.duration("leader-elect-retry-period")
                        : file.retryPeriod(),
                flags.changed("leader-elect-resource-lock")
                        ? flags.string("leader-elect-resource-lock")
                        : file.resourceLock(),
                flags.changed("leader-elect-resource-name")
                        ? flags.string("leader-elect-resource-name")
                        : file.resourceName(),
                flags.changed("leader-elect-resource-namespace")
                        ? flags.string("leader-elect-resource-namespace")
                        : file.resourceNamespace());
        if (changed.equals(file)) {
            return read;
        }
        ObjectNode document =
                ConfigurationWriter.toJson(accepted.configuration().withLeaderElection(changed));
        return ConfigurationReader.read(document, Source.NONE, target);
    }
}
