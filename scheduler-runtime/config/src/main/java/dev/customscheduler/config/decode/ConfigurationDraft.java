package dev.customscheduler.config.decode;

import dev.customscheduler.config.ClientConnection;
import dev.customscheduler.config.Debugging;
import dev.customscheduler.config.Extender;
import dev.customscheduler.config.LeaderElection;
import dev.customscheduler.config.catalog.ApiVersion;
import java.util.List;

/** A decoded document, its plain fields defaulted. */
public record ConfigurationDraft(
        ApiVersion api,
        int parallelism,
        LeaderElection leaderElection,
        ClientConnection clientConnection,
        Debugging debugging,
        int percentageOfNodesToScore,
        long podInitialBackoffSeconds,
        long podMaxBackoffSeconds,
        List<ProfileDraft> profiles,
        List<Extender> extenders,
        boolean delayCacheUntilActive) {
    /** The same with other profiles. */
    public ConfigurationDraft withProfiles(List<ProfileDraft> changed) {
        return new ConfigurationDraft(
                api,
                parallelism,
                leaderElection,
                clientConnection,
                debugging,
                percentageOfNodesToScore,
                podInitialBackoffSeconds,
                podMaxBackoffSeconds,
                changed,
                extenders,
                delayCacheUntilActive);
    }
}
