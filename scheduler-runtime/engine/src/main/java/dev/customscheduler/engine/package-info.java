/**
 * The scheduling engine: cache, queue, profiles, the scheduling cycle and the binding cycle. Pure: it reaches the
 * cluster only through {@link dev.customscheduler.framework.Cluster}, so the process, simulation and tests all run this
 * very code.
 *
 * <p>{@link dev.customscheduler.engine.Scheduler} is the way in.
 */
@NullMarked
package dev.customscheduler.engine;

import org.jspecify.annotations.NullMarked;
