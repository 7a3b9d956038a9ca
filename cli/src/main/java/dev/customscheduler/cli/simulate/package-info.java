/**
 * {@code csched simulate}: what a scheduler would do with the pods of some files, decided by the scheduler's engine.
 */
@NullMarked
package dev.customscheduler.cli.simulate;

import org.jspecify.annotations.NullMarked;
