/** {@code csched explain}: why a pod of a running cluster is where it is, asked of the scheduler that is at work. */
@NullMarked
package dev.customscheduler.cli.explain;

import org.jspecify.annotations.NullMarked;
