package dev.customscheduler.framework.model;

import java.util.List;

/**
 * An image that a node holds.
 *
 * @param names its names as the node reports them
 * @param sizeBytes its size
 */
public record ContainerImage(List<String> names, long sizeBytes) {}
