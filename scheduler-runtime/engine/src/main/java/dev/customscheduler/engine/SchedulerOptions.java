package dev.customscheduler.engine;

import dev.customscheduler.config.EffectiveProfile;
import dev.customscheduler.config.KubeSchedulerConfiguration;
import dev.customscheduler.engine.extender.Extender;
import dev.customscheduler.engine.profile.PluginRegistry;
import dev.customscheduler.engine.queue.QueueOptions;
import dev.customscheduler.framework.Clock;
import dev.customscheduler.framework.Cluster;
import java.time.Duration;
import java.util.List;

/**
 * What a scheduler is made of.
 *
 * @param profiles the profiles, at least one
 * @param parallelism how many threads filter and score at most, and never more than there are processors; they are used
 *     where a pod's nodes take long enough for that to be faster, and decisions do not depend on it
 * @param percentageOfNodesToScore for profiles that do not say; 0 is adaptive
 * @param extenders in the configuration's order
 * @param queue how pods wait
 * @param cluster the hand in the cluster
 * @param clock the time
 * @param observer who is told
 * @param registry where plugins come from
 */
public record SchedulerOptions(
        List<EffectiveProfile> profiles,
        int parallelism,
        int percentageOfNodesToScore,
        List<Extender> extenders,
        QueueOptions queue,
        Cluster cluster,
        Clock clock,
        SchedulerObserver observer,
        PluginRegistry registry) {

    /** Copies the lists. */
    public SchedulerOptions {
        profiles = List.copyOf(profiles);
        extenders = List.copyOf(extenders);
    }

    /**
     * The options that a configuration states, with the computer's time and the plugins that are built in.
     *
     * @param extenders what asks each of the configuration's extenders, in its order
     * @throws IllegalArgumentException where there is not one for each: pods must not be placed as if an extender did
     *     not exist
     */
    public static SchedulerOptions of(
            KubeSchedulerConfiguration configuration,
            List<EffectiveProfile> profiles,
            List<Extender> extenders,
            Cluster cluster,
            SchedulerObserver observer) {
        if (extenders.size() != configuration.extenders().size()) {
            throw new IllegalArgumentException(configuration.extenders().size() + " extenders are configured, and "
                    + extenders.size() + " would be called");
        }
        return new SchedulerOptions(
                profiles,
                configuration.parallelism(),
                configuration.percentageOfNodesToScore(),
                extenders,
                QueueOptions.of(
                        Duration.ofSeconds(configuration.podInitialBackoffSeconds()),
                        Duration.ofSeconds(configuration.podMaxBackoffSeconds())),
                cluster,
                Clock.SYSTEM,
                observer,
                PluginRegistry.builtIn());
    }

    /** The same with another clock. */
    public SchedulerOptions withClock(Clock other) {
        return new SchedulerOptions(
                profiles, parallelism, percentageOfNodesToScore, extenders, queue, cluster, other, observer, registry);
    }

    /** The same with other ways to wait. */
    public SchedulerOptions withQueue(QueueOptions other) {
        return new SchedulerOptions(
                profiles, parallelism, percentageOfNodesToScore, extenders, other, cluster, clock, observer, registry);
    }

    /** The same with other plugins. */
    public SchedulerOptions withRegistry(PluginRegistry other) {
        return new SchedulerOptions(
                profiles, parallelism, percentageOfNodesToScore, extenders, queue, cluster, clock, observer, other);
    }
}
