package dev.customscheduler.engine.profile;

import dev.customscheduler.engine.objects.ClusterObjects;
import dev.customscheduler.framework.Handle;

/**
 * What plugins are made with.
 *
 * @param handle what the framework offers
 * @param objects the objects other than nodes and pods
 */
public record PluginContext(Handle handle, ClusterObjects objects) {}
