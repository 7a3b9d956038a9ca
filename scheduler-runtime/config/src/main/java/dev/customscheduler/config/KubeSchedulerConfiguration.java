package dev.customscheduler.config;

import java.util.List;

/**
 * A KubeSchedulerConfiguration as the scheduler uses it: version v1, every default filled in, free of errors. Obtained
 * from {@link ConfigurationReader}; written by {@link ConfigurationWriter}.
 *
 * @param percentageOfNodesToScore 0 means adaptive
 */
public record KubeSchedulerConfiguration(
        int parallelism,
        LeaderElection leaderElection,
        ClientConnection clientConnection,
        Debugging debugging,
        int percentageOfNodesToScore,
        long podInitialBackoffSeconds,
        long podMaxBackoffSeconds,
        List<KubeSchedulerProfile> profiles,
        List<Extender> extenders,
        boolean delayCacheUntilActive) {
    /** The group of every version of the document. */
    public static final String GROUP = "kubescheduler.config.k8s.io";

    /** The version that all others are migrated to. */
    public static final String API_VERSION = GROUP + "/v1";

    public static final String KIND = "KubeSchedulerConfiguration";

    public KubeSchedulerConfiguration {
        profiles = List.copyOf(profiles);
        extenders = List.copyOf(extenders);
    }

    /** The same with other leader election settings (an operator names the lease). */
    public KubeSchedulerConfiguration withLeaderElection(LeaderElection changed) {
        return new KubeSchedulerConfiguration(
                parallelism,
                changed,
                clientConnection,
                debugging,
                percentageOfNodesToScore,
                podInitialBackoffSeconds,
                podMaxBackoffSeconds,
                profiles,
                extenders,
                delayCacheUntilActive);
    }

    /** The same without extenders, for those who must not call them. */
    public KubeSchedulerConfiguration withoutExtenders() {
        return new KubeSchedulerConfiguration(
                parallelism,
                leaderElection,
                clientConnection,
                debugging,
                percentageOfNodesToScore,
                podInitialBackoffSeconds,
                podMaxBackoffSeconds,
                profiles,
                List.of(),
                delayCacheUntilActive);
    }
}
