/** Scheduling of pods on a described cluster, offline and deterministic, by the very engine that schedules live. */
@NullMarked
package dev.customscheduler.engine.simulation;

import org.jspecify.annotations.NullMarked;
