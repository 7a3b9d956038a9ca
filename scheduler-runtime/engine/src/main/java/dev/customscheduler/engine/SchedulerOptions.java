package dev.customscheduler.engine;

import dev.customscheduler.config.EffectiveProfile;
import dev.customscheduler.config.KubeSchedulerConfiguration;
import dev.customscheduler.engine.profile.PluginRegistry;
import dev.customscheduler.framework.Clock;
import dev.customscheduler.framework.Cluster;
import java.time.Duration;
import java.util.List;

/**
 * What a scheduler is made of.
 *
 * @param profiles the profiles, at least one
 * @param parallelism how many threads may filter and score; one does, which is faster than handing over at the sizes
 *     that were measured, so decisions do not depend on it
 * @param percentageOfNodesToScore for profiles that do not say; 0 is adaptive
 * @param initialBackoff the first backoff of a pod
 * @param maxBackoff the longest
 * @param cluster the hand in the cluster
 * @param clock the time
 * @param observer who is told
 * @param registry where plugins come from
 */
public record SchedulerOptions(
        List<EffectiveProfile> profiles,
        int parallelism,
        int percentageOfNodesToScore,
        Duration initialBackoff,
        Duration maxBackoff,
        Cluster cluster,
        Clock clock,
        SchedulerObserver observer,
        PluginRegistry registry) {

    /** Copies the list. */
    public SchedulerOptions {
        profiles = List.copyOf(profiles);
    }

    /**
     * The options that a configuration states, with the computer's time and the plugins that are built in.
     *
     * @throws IllegalArgumentException where the configuration has extenders: they are not called, and pods must not be
     *     placed as if they did not exist; the message is for users
     */
    public static SchedulerOptions of(
            KubeSchedulerConfiguration configuration,
            List<EffectiveProfile> profiles,
            Cluster cluster,
            SchedulerObserver observer) {
        refuseExtenders(configuration, "this runtime");
        return new SchedulerOptions(
                profiles,
                configuration.parallelism(),
                configuration.percentageOfNodesToScore(),
                Duration.ofSeconds(configuration.podInitialBackoffSeconds()),
                Duration.ofSeconds(configuration.podMaxBackoffSeconds()),
                cluster,
                Clock.SYSTEM,
                observer,
                PluginRegistry.builtIn());
    }

    /**
     * Refuses extenders where nobody calls them.
     *
     * @param who who does not call them, for the message
     * @throws IllegalArgumentException where the configuration has some
     */
    public static void refuseExtenders(KubeSchedulerConfiguration configuration, String who) {
        if (!configuration.extenders().isEmpty()) {
            throw new IllegalArgumentException(
                    "extenders[0].urlPrefix: " + who + " does not call extenders, and without "
                            + configuration.extenders().getFirst().urlPrefix()
                            + " pods would go to other nodes: take extenders out of the configuration to go on without them");
        }
    }

    /** The same with another clock. */
    public SchedulerOptions withClock(Clock other) {
        return new SchedulerOptions(
                profiles,
                parallelism,
                percentageOfNodesToScore,
                initialBackoff,
                maxBackoff,
                cluster,
                other,
                observer,
                registry);
    }

    /** The same with other plugins. */
    public SchedulerOptions withRegistry(PluginRegistry other) {
        return new SchedulerOptions(
                profiles,
                parallelism,
                percentageOfNodesToScore,
                initialBackoff,
                maxBackoff,
                cluster,
                clock,
                observer,
                other);
    }
}
