package dev.customscheduler.cli.sandbox;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a sandbox shall be.
 *
 * @param dir where its files are kept; a temporary folder, deleted in the end, when null
 * @param nodes how many fake worker nodes
 * @param pods how many pods for the scheduler
 * @param sample the file with the CustomScheduler to apply
 * @param patience how long to wait for each of: the operator, the scheduler, the pods
 */
record Options(@Nullable Path dir, int nodes, int pods, Path sample, Duration patience) {}
