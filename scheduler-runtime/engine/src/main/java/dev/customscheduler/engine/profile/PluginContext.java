package dev.customscheduler.engine.profile;

import dev.customscheduler.engine.Chance;
import dev.customscheduler.engine.SchedulerObserver;
import dev.customscheduler.engine.cache.ClusterCache;
import dev.customscheduler.engine.extender.Extenders;
import dev.customscheduler.engine.objects.ClusterObjects;
import dev.customscheduler.framework.Handle;
import java.util.concurrent.Executor;

/**
 * What plugins are made with.
 *
 * @param handle what the framework offers
 * @param cache nodes and assigned pods as they are now, for what goes on after an attempt
 * @param objects the objects other than nodes and pods
 * @param extenders the extenders
 * @param parallelism how much may go on at once of what a plugin does side by side
 * @param background runs what need not be waited for; where the scheduler is stepped, at once
 * @param observer who is told
 * @param chance what decides where nothing else does
 */
public record PluginContext(
        Handle handle,
        ClusterCache cache,
        ClusterObjects objects,
        Extenders extenders,
        int parallelism,
        Executor background,
        SchedulerObserver observer,
        Chance chance) {}
