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
 * @param parallelism how many threads filter and score; decisions do not depend on it
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

    /** The options that a configuration states, with the computer's time and the plugins that are built in. */
    public static SchedulerOptions of(
            KubeSchedulerConfiguration configuration,
            List<EffectiveProfile> profiles,
            Cluster cluster,
            SchedulerObserver observer) {
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
