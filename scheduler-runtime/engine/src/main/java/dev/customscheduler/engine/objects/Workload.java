package dev.customscheduler.engine.objects;

import dev.customscheduler.framework.model.LabelSelector;

/**
 * A controller that owns pods, or a Service.
 *
 * @param kind {@code Service}, {@code ReplicationController}, {@code ReplicaSet} or {@code StatefulSet}
 * @param namespace its namespace
 * @param name its name
 * @param selector which pods it means; nothing where it has none
 */
public record Workload(String kind, String namespace, String name, LabelSelector selector) {}
